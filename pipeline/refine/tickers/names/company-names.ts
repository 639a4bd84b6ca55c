/** Lists the names of the companies, funds and coins of a row, in the text and in the directory, from its entities. */
import type { KeyEntity } from '#schemas/item.ts';

export const companyNames = (entities: readonly KeyEntity[]): string[] =>
  entities
    .filter(({ type }) => type === 'company' || type === 'fund' || type === 'cryptocurrency')
    .flatMap(({ name, description }) => [name, description]);
