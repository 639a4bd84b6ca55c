/** What an account may call in a minute and in a UTC day. */
export interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
}
