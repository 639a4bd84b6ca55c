/** Reads applications whose client_id is the address of a document about them. Anyone can send one, so the guarded client fetches it. */
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Outbound } from '#ops/outbound/outbound.ts';
import { parseJson } from '#schemas/json-text.ts';
import { clientMetadata, type ClientMetadata } from './client-metadata.ts';

const idLengthMax = 500;
const bytesMax = 16_384;
const timeoutMs = 5_000;
const keptMs = 10 * 60_000;
const failureKeptMs = 30_000;
const documentsKept = 1_000;
const atOnceMax = 4;
const waitingMax = 32;

type DocumentLookup = (ClientMetadata & { readonly client_id: string }) | null | 'unreachable';

export type MetadataDocuments = ReturnType<typeof createMetadataDocuments>;

interface DocumentOptions {
  readonly outbound: Pick<Outbound, 'request'>;
  /** The operator's own origins, which may be private or use plain http. */
  readonly allowedOrigins: readonly string[];
  /** Called with the reason when a document is refused or cannot be read. */
  readonly onRefused: (clientId: string, reason: string) => void;
}

export function createMetadataDocuments({ outbound, allowedOrigins, onRefused }: DocumentOptions) {
  const limit = pLimit(atOnceMax);

  /** Fetches the document. `reason` is empty when the document is valid. */
  const read = async (clientId: string): Promise<{ readonly lookup: DocumentLookup; readonly reason: string }> => {
    const refused = (reason: string) => ({ lookup: null, reason });
    const answer = await outbound.request({
      url: clientId,
      bodyBytesMax: bytesMax,
      timeoutMs,
      redirectsMax: 0,
      headers: { accept: 'application/json' },
    });
    if (answer.outcome === 'failed') return { lookup: 'unreachable', reason: answer.detail };
    if (answer.outcome !== 'answered') return refused(answer.detail);
    if (answer.status >= 500) return { lookup: 'unreachable', reason: `answered ${answer.status}` };
    if (answer.status !== 200) return refused(`answered ${answer.status}`);
    if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(answer.headers['content-type'] ?? '')) return refused('is not JSON');
    const document = parseJson(answer.body.toString()) as { readonly client_id?: unknown } | null | undefined;
    if (document?.client_id !== clientId) return refused('is not a JSON object with this client_id');
    const metadata = clientMetadata(document);
    return 'error' in metadata ? refused(metadata.description) : { lookup: { ...metadata, client_id: clientId }, reason: '' };
  };

  const documents = new LRUCache<string, { readonly lookup: DocumentLookup }>({
    max: documentsKept,
    // An entry that is evicted while it is read still resolves.
    ignoreFetchAbort: true,
    fetchMethod: async (clientId, _, { options }) => {
      if (limit.pendingCount >= waitingMax) return undefined;
      const { lookup, reason } = await limit(() => read(clientId));
      if (reason !== '') onRefused(clientId, reason);
      options.ttl = reason === '' ? keptMs : failureKeptMs;
      return { lookup };
    },
  });

  return {
    isAddress: (clientId: string): boolean => isDocumentAddress(clientId, allowedOrigins),
    /** Returns the application; null when the address has no valid document, `unreachable` when the document cannot be read right now. */
    find: async (clientId: string): Promise<DocumentLookup> => {
      const found = await documents.fetch(clientId);
      return found === undefined ? 'unreachable' : found.lookup;
    },
  };
}

/** Returns whether the client_id is an https address with a path, in the spelling of browsers, without user name, fragment or `..`. */
function isDocumentAddress(clientId: string, allowedOrigins: readonly string[]): boolean {
  if (clientId.length > idLengthMax || !/^https?:\/\//.test(clientId) || !URL.canParse(clientId)) return false;
  const { protocol, origin, username, password, pathname, hash, href } = new URL(clientId);
  if (protocol !== 'https:' && !allowedOrigins.includes(origin)) return false;
  return href === clientId && pathname !== '/' && username === '' && password === '' && hash === '' && !clientId.includes('#');
}
