/** Merges the metrics of several processes in Prometheus text format: each family once, with HELP and TYPE before its samples. */

interface Family {
  readonly help: string | null;
  readonly type: string | null;
  /** Samples by name and labels. The format allows one sample per series. */
  readonly samples: Map<string, string>;
}

/** Suffixes of samples in a histogram or summary (Prometheus, "Exposition formats"). */
const partSuffix = /_(bucket|sum|count|total|created)$/;

/** Returns the merged text. Of two samples of one series, the first is kept. */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) readInto(families, text);
  const lines: string[] = [];
  for (const [name, { help, type, samples }] of families) {
    if (samples.size === 0) continue;
    if (help !== null) lines.push(`# HELP ${name} ${help}`);
    if (type !== null) lines.push(`# TYPE ${name} ${type}`);
    lines.push(...samples.values());
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function readInto(families: Map<string, Family>, text: string): void {
  for (const line of text.split('\n')) {
    const note = /^# (HELP|TYPE) (\S+)(?!\S) ?(.*)$/.exec(line);
    if (note !== null) {
      const [, word, name = '', rest = ''] = note;
      const family = families.get(name) ?? { help: null, type: null, samples: new Map() };
      families.set(name, word === 'HELP' ? { ...family, help: family.help ?? rest } : { ...family, type: family.type ?? rest });
      continue;
    }
    const series = line.startsWith('#') ? undefined : seriesOf(line);
    if (series === undefined) continue;
    const name = /^[^{\s]+/.exec(series)![0];
    const bare = name.replace(partSuffix, '');
    const owner = families.has(name) || !families.has(bare) ? name : bare;
    const family = families.get(owner) ?? { help: null, type: null, samples: new Map() };
    families.set(owner, family);
    if (!family.samples.has(series)) family.samples.set(series, line);
  }
}

/** Returns `name{labels}` of a sample line, or undefined for another line. Label values may contain any character; quotes are escaped. */
const seriesOf = (line: string): string | undefined => /^[A-Za-z_:][\w:]*(\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\})?(?= )/.exec(line)?.[0];
