/**
 * A mail as plain text and as HTML that every mail program shows: no style sheet, and nothing from elsewhere.
 * The logo is a part of the mail.
 */
import { textOn } from '@kinora/shared/color/contrast';
import type { Language } from '@kinora/shared/errors/errors';
import { escapeHtml } from '../../platform/lib/text/escape-html.ts';
import type { MailLook } from '../operate/site.ts';
import type { MailText } from './mail-texts.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly files: readonly MailFile[];
}

export interface MailFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The HTML shows it, by the address `cid:` and this. */
  readonly contentId?: string;
}

export interface MailFrame {
  readonly language: Language;
  readonly look: MailLook;
  /** The public URL of the server, without a trailing slash. */
  readonly baseUrl: string;
  /** Where the button leads. Undefined if the mail has no button. */
  readonly link: string | undefined;
  /** What is attached. */
  readonly files?: readonly MailFile[];
}

export function renderMail(
  { subject, paragraphs, button }: MailText,
  { language, look, baseUrl, link, files = [] }: MailFrame,
): RenderedMail {
  const { name: site, accent = '#1f2937', logo } = look;
  const hasButton = button !== undefined && link !== undefined;
  const text = [...paragraphs.slice(0, 1), ...(hasButton ? [link] : []), ...paragraphs.slice(1)];
  const body = paragraphs.map(paragraph => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`);
  const action = hasButton
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${textOn(accent)};text-decoration:none;font-weight:600">${escapeHtml(button)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:12px;color:#6b7280;word-break:break-all">${escapeHtml(link)}</p>`
    : '';
  const html = `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto">${head(site, logo)}${body.slice(0, 1).join('')}${action}${body.slice(1).join('')}<p style="margin:24px 0 0;font-size:12px;color:#6b7280">${escapeHtml(site)} · ${escapeHtml(baseUrl)}</p></div></body></html>`;
  return {
    files: logo === undefined ? files : [logoFile(logo), ...files],
    subject: subject.replaceAll(/\s+/g, ' ').slice(0, 200),
    text: `${text.join('\n\n')}\n\n-- \n${site} · ${baseUrl}\n`,
    html,
  };
}

const logoId = 'logo@kinora';

function logoFile(bytes: Uint8Array): MailFile {
  return { name: 'logo.png', contentType: 'image/png', bytes, contentId: logoId };
}

function head(site: string, logo: Uint8Array | undefined): string {
  const image =
    logo === undefined
      ? ''
      : `<img src="cid:${logoId}" alt="" height="32" style="height:32px;width:auto;vertical-align:middle;margin-right:10px">`;
  return `<p style="margin:0 0 24px;font-weight:600">${image}${escapeHtml(site)}</p>`;
}
