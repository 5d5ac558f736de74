/** Settings of engines that run a program on the machine of a worker. */
import { z } from 'zod';

/** A text in English and in Chinese. */
interface BilingualText {
  readonly en: string;
  readonly zh: string;
}

/** A text with one entry a line, so that the settings stay flat. */
const lines = z.string().max(20_000);

interface ProgramTexts {
  readonly program: BilingualText;
  readonly arguments: BilingualText;
  /** One variable that such programs often need, with a value. */
  readonly variable: string;
  readonly node: BilingualText;
}

/** `defaultArguments` are the arguments of the program if the operator sets none. */
export function programSettings(texts: ProgramTexts, defaultArguments = '') {
  const { variable } = texts;
  return {
    program: z
      .string()
      .regex(/^\//, 'expected an absolute path')
      .default('')
      .meta({ title: 'Program', titleZh: '程序', ...descriptions(texts.program) }),
    arguments: lines
      .default(defaultArguments)
      .meta({ title: 'Arguments', titleZh: '参数', ...descriptions(texts.arguments) }),
    environment: lines.default('').meta({
      title: 'Environment',
      description: `Environment variables of the program, one a line, such as ${variable}. It gets PATH, LANG and HOME, and no others.`,
      titleZh: '环境变量',
      descriptionZh: `程序的环境变量，每行一个，例如 ${variable}。另有 PATH、LANG 和 HOME，不会传入其他变量。`,
    }),
    node: z
      .string()
      .max(200)
      .default('')
      .meta({ title: 'Node', titleZh: '节点', ...descriptions(texts.node) }),
  };
}

function descriptions({ en, zh }: BilingualText) {
  return { description: en, descriptionZh: zh };
}
