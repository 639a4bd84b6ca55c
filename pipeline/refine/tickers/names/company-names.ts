/** Lists the companies that a row is about, by every name that its entities give them. */
import type { KeyEntity } from '#schemas/item.ts';

/** Returns the names that the text and the directory have for the companies, funds and coins of a row, from its entities as logged. */
export const companyNames = (entities: readonly KeyEntity[]): string[] =>
  entities
    .filter(({ type }) => type === 'company' || type === 'fund' || type === 'cryptocurrency')
    .flatMap(({ name, description }) => [name, description]);
