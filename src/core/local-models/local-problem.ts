/** Why an installation is paused by itself, or failed. Each problem has a text in both languages. */
import {
  AppError,
  errorText,
  fillText,
  type ErrorDetails,
  type Language,
} from '@kinora/shared/errors/errors';
import { DownloadError } from '../../platform/lib/network/download-error.ts';
import { ArchiveError } from '../../platform/lib/disk/unpack-zip.ts';

export const localProblems = {
  unreachable: {
    en: 'The download was interrupted: {reason} What has arrived is kept. Try again to continue. If it stops again, check the internet connection of the server, and set HTTPS_PROXY for a proxy, or HF_ENDPOINT and KINORA_RELEASES_URL for mirrors.',
    zh: '下载中断：{reason} 已下载的部分会保留，重试即可继续。如果再次中断，请检查服务器的网络连接；使用代理时请设置 HTTPS_PROXY，使用镜像时请设置 HF_ENDPOINT 和 KINORA_RELEASES_URL。',
  },
  busy: {
    en: 'The server allows no more downloads for now: {reason} Resume it later.',
    zh: '服务器暂时不允许继续下载：{reason} 请稍后恢复。',
  },
  forbidden: {
    en: 'The hub requires a token or the acceptance of a license for {file}: {reason} Accept the license at {link}, set HF_TOKEN, restart the server and install again.',
    zh: '下载 {file} 需要令牌或接受许可证：{reason} 请在 {link} 接受许可证，设置 HF_TOKEN 并重新启动服务器，然后重新安装。',
  },
  missing: {
    en: '{file} is not where the catalogue says: {reason}',
    zh: '{file} 不在目录所写的位置：{reason}',
  },
  wrong_length: {
    en: '{file} is not the file that the catalogue describes: {reason}',
    zh: '{file} 不是目录所描述的文件：{reason}',
  },
  wrong_hash: {
    en: '{file} is not the file that the catalogue describes: {reason}',
    zh: '{file} 不是目录所描述的文件：{reason}',
  },
  unusable: { en: '{file} cannot be downloaded: {reason}', zh: '无法下载 {file}：{reason}' },
  disk_full: {
    en: 'The disk of {folder} is full. Free some space, then install again.',
    zh: '{folder} 所在磁盘已满。请释放空间后重新安装。',
  },
  disk_needed: {
    en: '{folder} has {free} GB free, and {needed} GB are needed. Free some space, or set KINORA_MODELS_DIR to another folder.',
    zh: '{folder} 剩余 {free} GB，需要 {needed} GB。请释放空间，或将 KINORA_MODELS_DIR 设为其他文件夹。',
  },
  disk_failed: { en: '{folder} cannot be written: {reason}', zh: '无法写入 {folder}：{reason}' },
  archive_unusable: {
    en: 'The archive of the program is not used: {reason}',
    zh: '不使用该程序的压缩包：{reason}',
  },
  program_failed: {
    en: 'The program does not run on this machine: {reason} Build stable-diffusion.cpp yourself and install with --program.',
    zh: '程序无法在本机运行：{reason} 请自行构建 stable-diffusion.cpp，并使用 --program 安装。',
  },
  no_program: {
    en: 'There is no program for {system}. Build stable-diffusion.cpp yourself and install with --program.',
    zh: '没有适用于 {system} 的程序。请自行构建 stable-diffusion.cpp，并使用 --program 安装。',
  },
  engine_failed: {
    en: 'The engine or the model cannot be added: {reason}',
    zh: '无法添加引擎或模型：{reason}',
  },
  test_failed: {
    en: 'The test picture failed: {reason} The files are kept: install again to retry, or remove the model.',
    zh: '测试图片生成失败：{reason} 文件已保留：可重新安装以重试，或移除该模型。',
  },
  internal: { en: 'The installation failed: {reason}', zh: '安装失败：{reason}' },
} as const;
export type LocalProblem = keyof typeof localProblems;

/** Throws to end an installation with a problem. */
export class LocalFailure extends Error {
  override readonly name = 'LocalFailure';
  readonly code: LocalProblem;
  readonly details: ErrorDetails;

  constructor(code: LocalProblem, details: ErrorDetails, cause?: unknown) {
    super(fillText(localProblems[code].en, details), { cause });
    this.code = code;
    this.details = details;
  }
}

export function problemText(
  { code, details }: { readonly code: LocalProblem; readonly details: ErrorDetails },
  language: Language,
): string {
  const text = localProblems[code] ?? localProblems.internal;
  return fillText(text[language], details, language);
}

/** What an installation was doing when it failed. */
export interface FailurePlace {
  readonly folder: string;
  readonly file?: string;
  readonly link?: string;
}

/** Returns what failed, and whether it may pass by itself. */
export function toLocalProblem(
  error: unknown,
  place: FailurePlace,
): { readonly code: LocalProblem; readonly details: ErrorDetails; readonly mayPass: boolean } {
  const { folder, file = '', link = '' } = place;
  const reason = (error as Error).message;
  const details = { folder, file, link, reason };
  if (error instanceof LocalFailure)
    return { code: error.code, details: { ...details, ...error.details }, mayPass: false };
  if (error instanceof DownloadError) return { code: error.failure, details, mayPass: error.mayPass };
  if (error instanceof ArchiveError) return { code: 'archive_unusable', details, mayPass: false };
  if (error instanceof AppError) {
    const texts = { reason: error.message, reasonZh: errorText(error.code, error.details, 'zh') };
    return { code: 'engine_failed', details: { ...details, ...texts }, mayPass: false };
  }
  if (error instanceof Error && 'syscall' in error && 'path' in error) {
    const isFull = Reflect.get(error, 'code') === 'ENOSPC';
    return { code: isFull ? 'disk_full' : 'disk_failed', details, mayPass: false };
  }
  return { code: 'internal', details, mayPass: false };
}
