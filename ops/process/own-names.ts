/**
 * The host names of a process. By DNS rebinding a web page can have a browser send requests to ports of this machine or network, but it
 * cannot choose their Host header, so a request with a foreign name is refused.
 */
import { isIP, type Socket } from 'node:net';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

const bracketed = (name: string): string => (name.includes(':') ? `[${name}]` : name);

/** Returns the names of the address that the process listens on, in lower case. `listensAs` is the configured address. */
export const ownNames = ({ localAddress }: Pick<Socket, 'localAddress'>, listensAs: string): readonly string[] =>
  [...loopbackNames, bracketed(listensAs), bracketed((localAddress ?? '').replace(/^::ffff:/, ''))].map((name) => name.toLowerCase());

/** Returns the name and port of a Host header, in lower case. A malformed header is returned as the name. */
export function splitHost(header: string): { readonly name: string; readonly port: string } {
  const [, name = header, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(header) ?? [];
  return { name: name.toLowerCase(), port };
}

/** Returns true for an IP address. Every address is accepted as a Host header, because DNS cannot redirect one. */
export const isAddress = (name: string): boolean => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
