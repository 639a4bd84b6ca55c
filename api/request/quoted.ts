/** Formats an invalid value for an error. Invisible characters, such as a line break, are shown as their code. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const charactersMax = 60;

export const shown = (text: string): string =>
  [...text]
    .slice(0, charactersMax)
    .join('')
    .replace(invisible, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`);

export const quoted = (text: string): string => `\`${shown(text)}\``;
