/**
 * What keeps documents away although the process does its work, as an operator should hear of it: sources that fail, a symbol
 * list that is missing, settings that will not work. By name, empty when all is well.
 */
import { defaultUserAgent, type Config } from '#schemas/config.ts';
import type { SourceState } from './source-health.ts';

/** More failing sources are counted, not named. */
const namedMax = 20;

export interface IngestState {
  readonly config: Config;
  readonly states: readonly SourceState[];
  /** False while the service holds no symbol list, or it is not known yet. */
  readonly hasSymbols: boolean;
  /** Whether this process asks the sources, so that the settings for it matter. */
  readonly asksSources: boolean;
}

export function ingestTroubles({ config, states, hasSymbols, asksSources }: IngestState): Record<string, string> {
  const failing = states.flatMap(({ source, failing_since, error }) => (failing_since === null ? [] : [{ source, failing_since, error }]));
  const named = failing.slice(0, namedMax).map(({ source, failing_since, error }) => [`source ${source}`, `fails since ${failing_since}: ${error}`]);
  const unnamed = failing.length - named.length;
  return {
    ...(hasSymbols ? {} : { symbols: 'no symbol list yet: nothing with a ticker can be served until there is one' }),
    ...(asksSources ? settingTroubles(config) : {}),
    ...(Object.fromEntries(named) as Record<string, string>),
    ...(unnamed > 0 && { sources: `${unnamed} more fail` }),
  };
}

const asksEdgar = ({ INGEST_STAGES }: Config): boolean => INGEST_STAGES.some((stage) => stage === 'symbols' || stage.startsWith('sec_'));

/** Settings that are well-formed and still will not do. */
export function settingTroubles(config: Config): Record<string, string> {
  const isEdgar = /(?:^|\.)sec\.gov$/.test(new URL(config.EDGAR_URL).hostname);
  return config.USER_AGENT === defaultUserAgent && isEdgar && asksEdgar(config)
    ? { USER_AGENT: 'is the default, which names nobody: EDGAR refuses it; set it to a name and an e-mail address of yours' }
    : {};
}
