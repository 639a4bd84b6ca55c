/** The fields of streams and consumers that are compared: their text form, whether a value guarantees too little, what a change destroys. */
import { AckPolicy, DiscardPolicy, type ConsumerConfig, type StreamConfig } from '@nats-io/jetstream';
import { bytesText } from '../../process/amounts.ts';

export interface Field<C> {
  readonly key: keyof C & string;
  readonly show: (value: unknown) => string;
  readonly isEqual: (present: unknown, wanted: unknown) => boolean;
  /** Returns whether the present value guarantees less than the wanted one. */
  readonly isLess: (present: unknown, wanted: unknown) => boolean;
  /** Returns what the change destroys, or null. `storedBytes` is the current size of the stream. */
  readonly loss: (present: unknown, wanted: unknown, storedBytes: number) => string | null;
  /** True when the value can only be set at creation. */
  readonly isFixed: boolean;
}

const exact = <C>(key: keyof C & string, changes: Partial<Field<C>> = {}): Field<C> => ({
  key,
  show: String,
  isEqual: (present, wanted) => present === wanted,
  isLess: (present, wanted) => present !== wanted,
  loss: () => null,
  isFixed: false,
  ...changes,
});

const fixed = <C>(key: keyof C & string): Field<C> => exact<C>(key, { isFixed: true });

/** Returns a field with a number, where `unbounded` means no limit. `loss` describes what a smaller number destroys. */
function amount<C>(
  key: keyof C & string,
  options: { readonly show: (value: number) => string; readonly unbounded: number; readonly loss?: Field<C>['loss'] },
): Field<C> {
  const { show, unbounded, loss = () => null } = options;
  const reach = (value: unknown): number => (value === undefined || value === unbounded ? Number.POSITIVE_INFINITY : Number(value));
  return exact<C>(key, {
    show: (value) => (Number.isFinite(reach(value)) ? show(Number(value)) : 'unbounded'),
    isEqual: (present, wanted) => reach(present) === reach(wanted),
    isLess: (present, wanted) => reach(present) < reach(wanted),
    loss: (present, wanted, storedBytes) => (reach(wanted) < reach(present) ? loss(reach(present), reach(wanted), storedBytes) : null),
  });
}

const units: readonly (readonly [number, string])[] = [
  [86_400e9, 'days'],
  [3_600e9, 'hours'],
  [60e9, 'minutes'],
  [1e9, 's'],
  [1e6, 'ms'],
];

function showDuration(nanoseconds: number): string {
  const [size, name] = units.find(([unit]) => nanoseconds % unit === 0) ?? [1, 'ns'];
  return `${nanoseconds / size} ${name}`;
}

/** Returns the exact size, because two settings that differ by one byte must be shown as different. */
const showBytes = (bytes: number): string =>
  bytes % 1e6 === 0 ? `${(bytes / 1e6).toLocaleString('en-US')} MB` : `${bytes.toLocaleString('en-US')} bytes`;

const showList = (value: unknown): string =>
  Array.isArray(value)
    ? value
        .map(String)
        .toSorted((a, b) => (a < b ? -1 : 1))
        .join(' ')
    : String(value);
const lacks = (present: unknown, wanted: unknown): string[] => {
  const [current, needed] = [present, wanted].map((list) => (Array.isArray(list) ? (list as string[]) : [])) as [string[], string[]];
  return needed.filter((subject) => !current.includes(subject));
};

export const streamFields: readonly Field<StreamConfig>[] = [
  fixed('storage'),
  fixed('retention'),
  exact('subjects', {
    show: showList,
    isEqual: (present, wanted) => showList(present) === showList(wanted),
    isLess: (present, wanted) => lacks(present, wanted).length > 0,
    loss: (present, wanted) => {
      const gone = lacks(wanted, present);
      return gone.length === 0 ? null : `no longer accepts ${gone.join(' ')}`;
    },
  }),
  amount('num_replicas', { show: String, unbounded: Number.NaN, loss: () => 'deletes replicas' }),
  exact('discard', { loss: (_, wanted) => `makes a full stream ${wanted === DiscardPolicy.Old ? 'delete old messages' : 'refuse new messages'}` }),
  amount('max_age', { show: showDuration, unbounded: 0, loss: () => 'deletes older messages' }),
  amount('max_bytes', {
    show: showBytes,
    unbounded: -1,
    loss: (_, wanted, storedBytes) =>
      Number(wanted) < storedBytes ? `deletes messages above the limit; ${bytesText(storedBytes)} are stored` : null,
  }),
  amount('max_msgs_per_subject', { show: String, unbounded: -1, loss: () => 'deletes older values' }),
  amount('max_msg_size', { show: showBytes, unbounded: -1 }),
  amount('duplicate_window', { show: showDuration, unbounded: Number.NaN }),
  exact('allow_rollup_hdrs', { isEqual: (present, wanted) => (present ?? false) === wanted }),
];

export const consumerFields: readonly Field<ConsumerConfig>[] = [
  exact('ack_policy', { isFixed: true, isLess: (present) => present !== AckPolicy.Explicit }),
  amount('max_deliver', { show: String, unbounded: -1 }),
  // The consumer works with any value of the following two fields.
  exact('ack_wait', { show: (value) => showDuration(Number(value)), isLess: () => false }),
  exact('max_ack_pending', { isLess: () => false }),
];
