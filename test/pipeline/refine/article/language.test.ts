import { describe, expect, test } from 'vitest';
import { dropForeign } from '#pipeline/refine/article/language.ts';
import { directory, normalised } from '../fixtures.ts';

const judge = (title: string, changes = {}) => dropForeign(normalised(title, changes), { directory });

describe('keeps English', () => {
  test.each([
    'Stocks fall as oil rises',
    'AAPL Q2 EPS BEATS',
    'MU, LRCX, AMAT',
    '$AMAT $CAMP $SVP $THRY $NE',
    'Sandvik AB (publ) Non-GAAP EPS of SEK2.95, revenue of SEK27.05B',
    'Groupe Pierre & Vacances - Center Parcs: third quarter revenue',
    '1,234.56',
    'Nintendo’s “ゼルダ” sells 10 million copies',
  ])('%s', (title) => {
    expect(judge(title).kept).toBe(true);
  });

  test.each(['Boeing, Airbus, Embraer weigh Bombardier bid', 'Apple unveils iPhone 17', 'Ford recalls Mavericks', 'Microsoft Azure outage'])(
    'in a feed that declares English, though half of the words are names: %s',
    (title) => expect(judge(title, { declared_language: 'en-us' }).kept).toBe(true),
  );

  test.each(['Pfizer ousts Merck', 'Netflix snubs Walt Disney', 'Cloudflare sues Shopify over patents', 'Walmart Nixes Oracle'])(
    'a short headline of names: %s',
    (title) => {
      expect(judge(title).kept).toBe(true);
      expect(judge(title, { declared_language: 'en' }).kept).toBe(true);
    },
  );

  test('whatever language the feed wrongly declares', () => {
    expect(judge('Fed raises interest rates by a quarter point after inflation report', { declared_language: 'de-DE' }).kept).toBe(true);
  });
});

describe('drops another language', () => {
  test.each([
    ['Tesla-Aktie fällt nach schwachen Zahlen', 'de'],
    ['Apple presenta resultados récord en el trimestre', 'es'],
    ['Ações da Petrobras sobem 3%', 'pt'],
    ['TESLA AKTIE BRICHT EIN', 'de'],
  ])('%s', (title, language) => {
    expect(judge(title)).toMatchObject({ kept: false, reason: 'not_english', detail: expect.stringContaining(`${language}:`) as string });
  });
});

describe('drops another script', () => {
  test.each(['Акции Газпрома упали на 3%', 'テスラ株が急騰', 'أسهم أرامكو ترتفع'])('%s', (title) => {
    expect(judge(title)).toMatchObject({ kept: false, reason: 'non_latin_script' });
  });

  test('also when only the lead is written in it', () => {
    expect(judge('Tesla', { summary: 'Акции компании выросли на три процента после отчета.' })).toMatchObject({
      kept: false,
      reason: 'non_latin_script',
    });
  });
});

test.each(['Netflix investe 2 miliardi in Italia', 'Walmart despide a 500 empleados en Miami'])(
  'drops a short headline by the words beside its names, though the feed declares English: %s',
  (title) => expect(judge(title, { declared_language: 'en' }).kept).toBe(false),
);

test.each([
  ['Boeing perd un contrat de 3 milliards en Inde', 'Le groupe Boeing a perdu lundi un contrat avec la compagnie Air India, son plus grand client.'],
  [
    'Microsoft compra a su rival por 206 millones de euros',
    'Los títulos de Microsoft avanzaban un 2.4% después de que la empresa elevara sus previsiones para 2028.',
  ],
])('drops what is in another language in a feed that declares English: %s', (title, summary) => {
  expect(judge(title, { summary, declared_language: 'en-us' }).kept).toBe(false);
});
