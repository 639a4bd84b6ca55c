/** Shows a refused value in an error. Characters that nobody sees, such as a line break, appear as their code. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const charactersMax = 60;

export const shown = (text: string): string =>
  [...text]
    .slice(0, charactersMax)
    .join('')
    .replace(unseen, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`);

export const quoted = (text: string): string => `\`${shown(text)}\``;
