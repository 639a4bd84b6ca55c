import { describe, expect, test } from 'vitest';
import { drop, keep } from '#pipeline/outcome.ts';
import { articleSteps } from '#pipeline/refine/article/refine-article.ts';
import { filingSteps } from '#pipeline/refine/filing/refine.ts';
import { eventSteps, form4Steps } from '#pipeline/refine/form4/refine.ts';
import { refusalSteps } from '#pipeline/refine/refusal.ts';
import { throughSteps, type Step } from '#pipeline/refine/step.ts';
import { dropReasons } from '#schemas/vocabulary.ts';

const steps: readonly Step<number, { readonly most: number }>[] = [
  { name: 'double', run: (draft) => keep(draft * 2) },
  { name: 'bound', drops: ['below_floor'], run: (draft, { most }) => (draft > most ? drop('below_floor', `over ${most}`) : keep(draft)) },
  { name: 'add', run: (draft) => keep(draft + 1) },
];

test('a draft goes through the steps in order, up to one that drops it', () => {
  expect(throughSteps(steps, 3, { most: 10 })).toEqual({ draft: 7, drop: null });
  expect(throughSteps(steps, 6, { most: 10 })).toMatchObject({ draft: 12, drop: { reason: 'below_floor', detail: 'over 10' } });
});

describe('the tables', () => {
  const tables = { articleSteps, form4Steps, eventSteps, filingSteps, refusalSteps };

  test('name every reason of a drop, so that a step follows from its reason', () => {
    const named = Object.values(tables).flatMap((table) => table.flatMap(({ drops = [] }) => drops));
    expect(dropReasons.filter((reason) => !named.includes(reason))).toEqual([]);
  });

  test('name no step twice', () => {
    for (const [name, table] of Object.entries(tables)) expect(new Set(table.map((step) => step.name)).size, name).toBe(table.length);
  });
});
