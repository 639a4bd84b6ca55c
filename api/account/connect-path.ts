/** The path of the page on which a person allows an application to connect: one path per question (oauth/consents.ts). */

export const connectPath = (question: string): string => `/account/connect/${question}/`;
export const isConnectPath = (path: string): boolean => /^\/account\/connect\/[\w-]{21,64}\/$/.test(path);
