/** A temporary folder for a run of tests or benchmarks. At its end the services in it are stopped and it is removed. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from './remove-folder.ts';
import { signalQuietly } from '../process/signal-quietly.ts';
import { isRunning, ProcessRecord } from '../up/process-record.ts';
import { readStored } from '../up/stored-file.ts';

export const scratchEndMs = 14_000;
const servicesEndMs = 12_000;
const checkMs = 50;

/** Creates the folder, which becomes `os.tmpdir()` for this process and those that it starts. `end` stops services in it and removes it. */
export function useScratch(): { readonly end: () => Promise<void> } {
  const outer = process.env['TMPDIR'];
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-run-'));
  process.env['TMPDIR'] = dir;
  return {
    end: async () => {
      const deadline = performance.now() + servicesEndMs;
      for (const service of services(dir)) signalQuietly(service.pid, 'SIGTERM');
      while (services(dir).length > 0 && performance.now() < deadline) await sleep(checkMs);
      if (outer === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = outer;
      // Processes that are killed as this process ends may still write, so the folder is removed last.
      process.once('exit', () => {
        try {
          removeFolder(dir);
        } catch {
          // The system removes what is left in its temporary folder.
        }
      });
    },
  };
}

/** Returns the supervisors whose data folders are in `dir`. Each writes its record to the file `lock` of its data folder. */
function services(dir: string): ProcessRecord[] {
  const records = readdirSync(dir).map((name) => readStored(join(dir, name, 'lock'), ProcessRecord));
  return records.filter((record) => record !== null).filter(isRunning);
}
