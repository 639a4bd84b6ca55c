/** Path of the page that asks a person for consent to connect an application: one path per question. */

export const connectPath = (question: string): string => `/account/connect/${question}/`;
export const isConnectPath = (path: string): boolean => /^\/account\/connect\/[\w-]{21,64}\/$/.test(path);
