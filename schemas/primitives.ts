/** Basic types, parsed once where data enters and trusted inside. */
import { z } from 'zod';

/** 16 lowercase hex characters: the first 64 bits of SHA-256 over a row's identity. */
export const Uid = z.string().regex(/^[a-f0-9]{16}$/, 'must be 16 lowercase hex characters');

/** Bare US symbol, `-USD` for cryptocurrencies, exchange suffix after a dot for foreign listings; classes as in `BRK-B`. */
export const Ticker = z.string().regex(/^[A-Z0-9]{1,12}(-[A-Z0-9]{1,6})?(\.[A-Z]{1,4})?$/, 'not a ticker');

/** Ten digits, zero-padded, as EDGAR writes them in paths of its data API. */
export const Cik = z.string().regex(/^\d{10}$/);

/** `0001234567-26-000123`. */
export const Accession = z.string().regex(/^\d{10}-\d{2}-\d{6}$/);

/** ISO 8601 UTC with milliseconds and `Z`, as `Date.toISOString` writes it. */
export const Instant = z.iso.datetime({ precision: 3 });

export const DateOnly = z.iso.date();

/** A decimal number as text, no exponent, no grouping: never a binary float. */
export const Decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

export const HttpUrl = z.url({ protocol: /^https?$/ });

/** Lowercase registrable or full host name of a publisher. */
export const Domain = z.string().min(1).max(253);

/** A filing that another one amends; `filed_on` is null where the amendment does not say when it was filed. */
export const AmendedFiling = z.object({ filed_on: DateOnly.nullable() });
