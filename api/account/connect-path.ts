/** Where people are asked whether an application may be connected: a path for each question. */

export const connectPath = (question: string): string => `/account/connect/${question}/`;
export const isConnectPath = (path: string): boolean => /^\/account\/connect\/[\w-]{21,64}\/$/.test(path);
