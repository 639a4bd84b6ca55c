/** Reports why documents are missing although the process runs: failing sources, a missing symbol list, settings that cannot work. */
import { defaultUserAgent, type Config } from '#schemas/config.ts';
import type { StageEntry } from '../lane.ts';
import type { SourceState } from './source-health.ts';

const namedMax = 20;

interface IngestState {
  readonly config: Config;
  readonly states: readonly SourceState[];
  /** False while the service has no symbol list, or this is not known yet. */
  readonly hasSymbols: boolean;
  readonly stages: readonly Pick<StageEntry, 'asks'>[];
}

/** Returns one line per problem, by its subject; empty without a problem. */
export function ingestTroubles({ config, states, hasSymbols, stages }: IngestState): Record<string, string> {
  const failing = states.flatMap(({ source, failing_since, error }) => (failing_since === null ? [] : [{ source, failing_since, error }]));
  const named = failing
    .slice(0, namedMax)
    .map(({ source, failing_since, error }) => [`source ${source}`, `failing since ${failing_since}: ${error}`]);
  const unnamed = failing.length - named.length;
  return {
    ...(hasSymbols ? {} : { symbols: 'no symbol list yet; articles with a ticker can be served only after the first list was read' }),
    ...settingTroubles(config, stages),
    ...(Object.fromEntries(named) as Record<string, string>),
    ...(unnamed > 0 && { sources: `${unnamed} more are failing` }),
  };
}

function settingTroubles(config: Config, stages: IngestState['stages']): Record<string, string> {
  const isEdgar = /(?:^|\.)sec\.gov$/.test(new URL(config.EDGAR_URL).hostname);
  return config.USER_AGENT === defaultUserAgent && isEdgar && stages.some(({ asks }) => asks === 'EDGAR')
    ? { USER_AGENT: 'is still the default, which EDGAR refuses; set USER_AGENT to your name and e-mail address' }
    : {};
}
