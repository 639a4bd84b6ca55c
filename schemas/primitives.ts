/** Basic types. Data is parsed where it enters the service and trusted afterwards. */
import { z } from 'zod';

/** The first 64 bits of SHA-256 over a document's identity (identity.ts). */
export const Uid = z.string().regex(/^[a-f0-9]{16}$/, 'must be 16 lowercase hex characters');

/** US symbol (`AAPL`, share classes as in `BRK-B`), cryptocurrency (`BTC-USD`), or foreign listing with its exchange (`0700.HK`). */
export const Ticker = z.string().regex(/^[A-Z0-9]{1,12}(-[A-Z0-9]{1,6})?(\.[A-Z]{1,4})?$/, 'not a ticker');

export const Cik = z.string().regex(/^\d{10}$/);

/** `0001234567-26-000123`. */
export const Accession = z.string().regex(/^\d{10}-\d{2}-\d{6}$/);

/** As `Date.toISOString` writes it: ISO 8601 in UTC with milliseconds. */
export const Instant = z.iso.datetime({ precision: 3 });

export const DateOnly = z.iso.date();

/** A decimal number as text without exponent and grouping. A binary float would not be exact. */
export const Decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

export const HttpUrl = z.url({ protocol: /^https?$/ });

/** Lower-case domain of a publisher: registrable, or a full host name. */
export const Domain = z.string().min(1).max(253);

/** The filing that an amendment amends; `filed_on` is null if the amendment does not state it. */
export const AmendedFiling = z.object({ filed_on: DateOnly.nullable() });
