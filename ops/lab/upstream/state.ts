/**
 * Stores the upstream's state: its seed or folder, the periods of constant rate of both lanes (lane.ts) and the served documents. Files
 * are only appended to; an incomplete last line is cut off at the start. Without a state folder a temporary one is used and removed at the end.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#schemas/json-text.ts';
import { RatePeriod } from './lane.ts';
import { openServedList, type ServedList } from './served.ts';

const StretchLine = z.object({ lane: z.union([z.literal(0), z.literal(1)]), stretch: RatePeriod });
const HeadLine = z.object({ upstream: z.string(), seed: z.number() });

export interface State {
  readonly served: ServedList;
  /** Stretches of earlier runs, oldest first. */
  readonly stretches: readonly z.infer<typeof StretchLine>[];
  readonly keep: (lane: 0 | 1, stretch: RatePeriod) => void;
  readonly close: () => void;
}

export class StateMismatch extends Error {}

/** Opens the state. Throws StateMismatch for a folder that was written with another seed or other documents. */
export function openState(folder: string | null, owner: z.infer<typeof HeadLine>): State {
  const path = folder ?? mkdtempSync(join(tmpdir(), 'tickerwire-upstream-'));
  mkdirSync(path, { recursive: true });
  const clockFile = join(path, 'clock.jsonl');
  const [head, ...rest] = wholeLines(clockFile);
  if (head === undefined) appendFileSync(clockFile, `${JSON.stringify(owner)}\n`);
  else {
    const known = parsed(HeadLine, head);
    if (known === null) throw new StateMismatch(`${clockFile} cannot be read: remove the folder ${path}; its documents are then published again`);
    if (known.seed !== owner.seed || known.upstream !== owner.upstream) {
      throw new StateMismatch(
        `the state in ${path} belongs to upstream ${known.upstream} with seed ${known.seed}, not to ${owner.upstream} with seed ${owner.seed}: name another folder`,
      );
    }
  }
  const served = openServedList(join(path, 'served.bin'));
  return {
    served,
    // An unreadable line is skipped: it only changes the dates of its documents.
    stretches: rest.flatMap((line) => parsed(StretchLine, line) ?? []),
    keep: (lane, stretch) => appendFileSync(clockFile, `${JSON.stringify({ lane, stretch })}\n`),
    close: () => {
      served.close();
      if (folder === null) rmSync(path, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the lines of the file, or none when it is missing. Cuts off an incomplete last line, because the next line would be appended to
 * it.
 */
function wholeLines(file: string): string[] {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) truncateSync(file, end);
  return bytes.toString('utf8', 0, end).split('\n').filter(Boolean);
}

const parsed = <Line extends z.ZodType>(line: Line, text: string): z.infer<Line> | null => line.safeParse(parseJson(text)).data ?? null;
