import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readForm4 } from '#pipeline/ingest/sec/form4/read-form4.ts';
import { planStatement } from '#pipeline/refine/form4/plan.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';

describe('10b5-1 statement', () => {
  test.each([
    'Sold under a Rule 10b5â€”1 plan.',
    'Sold under a Rule 10b5-l plan.',
    'Sold pursuant to a Rule 10(b)(5)-1 plan.',
    'The sales were effected under a written plan. The plan is intended to satisfy the affirmative defense of Rule 10b5-1(c).',
    'Sold by Mr. Doe under a Rule 10b5-1 plan, which may not be changed before it expires.',
    'The sale does not represent a discretionary trade by the Reporting Person and was made pursuant to a Rule 10b5-1 trading plan.',
    'Shares were sold pursuant to a Rule 10b5-1 plan by a trust, of which the reporting person is not a trustee, established under a will.',
  ])('stated: %s', (text) => {
    expect(planStatement(text)).toBe('under');
  });

  test.each([
    'The shares were sold outside of the reporting person’s 10b5-1 plan.',
    'The sale was made other than pursuant to a Rule 10b5-1 plan.',
    'Sold without a Rule 10b5-1 plan.',
  ])('denied: %s', (text) => {
    expect(planStatement(text)).toBe('not');
  });

  test.each(['The reporting person adopted a Rule 10b5-1 plan on May 1, 2024.', 'Includes 105,105 shares.'])('not said: %s', (text) => {
    expect(planStatement(text)).toBeNull();
  });

  const folder = documentsDir('form4');
  test('every footnote on a trade that names the rule is read as a statement', () => {
    const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => /\.(?:txt|xml|nc)$/.test(file));
    const unread = new Set<string>();
    let read = 0;
    for (const file of files) {
      const result = readForm4(splitSubmission(readFileSync(`${folder}/${file}`)), {
        accession: /\d{10}-\d\d-\d{6}/.exec(file)?.[0] ?? '',
        seenAt: '',
        fetchedAt: '',
        acceptedAt: null,
        filedOn: null,
      });
      for (const { code, footnotes } of result.ok ? result.filing.transactions : [])
        for (const text of ['P', 'S', 'D'].includes(code) ? footnotes : []) {
          if (!/10b-?5/i.test(text)) continue;
          read += 1;
          if (planStatement(text) === null) unread.add(text);
        }
    }
    expect(read).toBeGreaterThan(dataDir('form4') === null ? 3 : 30);
    expect([...unread]).toEqual([]);
  });
});
