/**
 * A temporary folder for a run of benchmarks or tests and the processes that it starts. At its end the services in the folder are stopped and
 * the folder is removed.
 */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from './remove-folder.ts';
import { isRunning, ProcessRecord } from '../up/process-record.ts';

export interface Scratch {
  /** Stops the services whose data folders are in the temporary folder, and removes it. */
  readonly end: () => Promise<void>;
}

export const scratchEndMs = 14_000;
const servicesEndMs = 12_000;
const checkMs = 50;

/** Creates the folder, which becomes `os.tmpdir()` for this process and those that it starts. */
export function useScratch(): Scratch {
  const outer = process.env['TMPDIR'];
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-run-'));
  process.env['TMPDIR'] = dir;
  return {
    end: async () => {
      const deadline = performance.now() + servicesEndMs;
      for (const service of services(dir)) signal(service.pid);
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
  return readdirSync(dir).flatMap((name) => {
    try {
      const record = ProcessRecord.parse(JSON.parse(readFileSync(join(dir, name, 'lock'), 'utf8')));
      return isRunning(record) ? [record] : [];
    } catch {
      return [];
    }
  });
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // The process has ended.
  }
}
