/**
 * The host names of a process. A browser can reach ports of its machine and network, and a page whose name points to such a port (DNS
 * rebinding) could read answers; but it cannot change the Host header.
 */
import { isIP, type Socket } from 'node:net';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** Returns whether a host, as `URL` spells it, can only be this machine. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

const bracketed = (name: string): string => (name.includes(':') ? `[${name}]` : name);

/** Returns the names of the address that the process listens on, in lower case. `listensAs` is the configured one. */
export const ownNames = ({ localAddress }: Pick<Socket, 'localAddress'>, listensAs: string): readonly string[] =>
  [...loopbackNames, bracketed(listensAs), bracketed((localAddress ?? '').replace(/^::ffff:/, ''))].map((name) => name.toLowerCase());

/** Returns name and port of a Host header, in lower case; a malformed header is all name. */
export function splitHost(header: string): { readonly name: string; readonly port: string } {
  const [, name = header, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(header) ?? [];
  return { name: name.toLowerCase(), port };
}

/** Returns true for an IP address. DNS cannot point one elsewhere, so any is accepted, not only the one listened on. */
export const isAddress = (name: string): boolean => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
