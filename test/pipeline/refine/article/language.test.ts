import { describe, expect, test } from 'vitest';
import { dropForeign } from '#pipeline/refine/article/language.ts';
import { directory, normalised } from '../fixtures.ts';

const judge = (title: string, changes = {}) => dropForeign(normalised(title, changes), { directory });

describe('keeps English', () => {
  test.each([
    'MU, LRCX, AMAT',
    'Sandvik AB (publ) Non-GAAP EPS of SEK2.95, revenue of SEK27.05B',
    'Groupe Pierre & Vacances - Center Parcs: third quarter revenue',
    'Nintendo’s “ゼルダ” sells 10 million copies',
  ])('%s', (title) => {
    expect(judge(title).kept).toBe(true);
  });

  test.each(['Ford recalls Mavericks', 'Microsoft Azure outage'])(
    'in a feed that declares English, though half of the words are names: %s',
    (title) => expect(judge(title, { declared_language: 'en-us' }).kept).toBe(true),
  );

  test.each(['Netflix snubs Walt Disney', 'Walmart Nixes Oracle'])('a short headline of names: %s', (title) => {
    expect(judge(title).kept).toBe(true);
    expect(judge(title, { declared_language: 'en' }).kept).toBe(true);
  });

  test('whatever language the feed wrongly declares', () => {
    expect(judge('Fed raises interest rates by a quarter point after inflation report', { declared_language: 'de-DE' }).kept).toBe(true);
  });
});

describe('drops another language', () => {
  test.each([
    ['Apple presenta resultados récord en el trimestre', 'es'],
    ['Ações da Petrobras sobem 3%', 'pt'],
    ['TESLA AKTIE BRICHT EIN', 'de'],
  ])('%s', (title, language) => {
    expect(judge(title)).toMatchObject({ kept: false, reason: 'not_english', detail: expect.stringContaining(`${language}:`) as string });
  });
});

describe('drops another script', () => {
  test.each(['テスラ株が急騰', 'أسهم أرامكو ترتفع'])('%s', (title) => {
    expect(judge(title)).toMatchObject({ kept: false, reason: 'non_latin_script' });
  });

  test('also when only the lead is written in it', () => {
    expect(judge('Tesla', { summary: 'Акции компании выросли на три процента после отчета.' })).toMatchObject({
      kept: false,
      reason: 'non_latin_script',
    });
  });
});

test('drops what is in another language though its feed declares English: by the words beside names, and by the lead', () => {
  expect(judge('Walmart despide a 500 empleados en Miami', { declared_language: 'en' }).kept).toBe(false);
  const summary = 'Le groupe Boeing a perdu lundi un contrat avec la compagnie Air India, son plus grand client.';
  expect(judge('Boeing perd un contrat de 3 milliards en Inde', { summary, declared_language: 'en-us' }).kept).toBe(false);
});
