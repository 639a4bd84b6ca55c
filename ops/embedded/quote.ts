/** Quotes a text as a string literal of the engine's SQL. */

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' };

export const quoteText = (value: string): string => `'${value.replace(/[\\'\0]/g, (character) => escapes[character] ?? '')}'`;
