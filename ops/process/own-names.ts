/**
 * The host names under which a process may be addressed. A browser can reach ports of its own machine and network, and a
 * page whose name was pointed at such a port (DNS rebinding) could read answers; but it cannot change the Host header.
 */
import { isIP, type Socket } from 'node:net';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** Of the host of an address, as `URL` spells it: whether it can only be this machine. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

const bracketed = (name: string): string => (name.includes(':') ? `[${name}]` : name);

/** Names of the address that the process listens on, in lower case; `listensAs`: the one it was told to listen on. */
export const ownNames = ({ localAddress }: Pick<Socket, 'localAddress'>, listensAs: string): readonly string[] =>
  [...loopbackNames, bracketed(listensAs), bracketed((localAddress ?? '').replace(/^::ffff:/, ''))].map((name) => name.toLowerCase());

/** Name and port of a header Host, in lower case; a header that is neither is all name. */
export function splitHost(header: string): { readonly name: string; readonly port: string } {
  const [, name = header, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(header) ?? [];
  return { name: name.toLowerCase(), port };
}

/** An address is nobody's to point elsewhere, so any will do: the one that is called need not be the one that is listened on. */
export const isAddress = (name: string): boolean => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
