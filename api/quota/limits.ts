/** Call limits of an account per minute and per UTC day. */
export interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
}
