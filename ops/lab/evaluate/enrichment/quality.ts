/** Converts the report of an evaluation to the response of `GET /api/quality/`: figures by task and set, with three decimals. */
import { qualityTasks, type Quality, type QualityTask, type ReliabilityStep } from '#schemas/quality.ts';
import { scoreVersion } from '#pipeline/refine/article/row-record.ts';

type Figures = Readonly<Record<string, unknown>>;
export type Reliability = Readonly<Partial<Record<QualityTask, readonly ReliabilityStep[]>>>;

interface SetFigures {
  readonly task: QualityTask;
  /** Names in the report, by the names that are served. */
  readonly figures: Readonly<Record<string, string>>;
  /** Name in the report of the number of rows; absent means `n`. */
  readonly rows?: string;
}

const same = (...names: readonly string[]): Readonly<Record<string, string>> => Object.fromEntries(names.map((name) => [name, name]));
const labels = (prefix = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(['accuracy', 'macro_precision', 'macro_recall', 'macro_f1'].map((name) => [name, `${prefix}${name}`]));
const sides = same('within_one', 'precision_of_4', 'recall_of_4', 'precision_of_7', 'recall_of_7');
const served: readonly SetFigures[] = [
  { task: 'selection', figures: { precision: 'served_precision', recall: 'kept_recall' } },
  { task: 'tickers', figures: { precision: 'ticker_precision', recall: 'ticker_recall' } },
  { task: 'categories', figures: labels('category_'), rows: 'category_n' },
  { task: 'directions', figures: { ...labels('direction_'), high_confidence_accuracy: 'direction_high' }, rows: 'direction_n' },
];

const OWN_HEAD = 'Answered by a part of the network that learned the labels of this set, which is not the one that is served.';
const TUNED = 'Rules were tuned on these rows, so that the figures flatter; the network was not trained on them.';

/** Sets by their names in the report. */
const sets: Readonly<Record<string, { readonly name: string; readonly note: string; readonly tasks: readonly SetFigures[] }>> = {
  street: {
    name: 'Street headlines',
    note: 'Headlines kept from training, each labelled by one reader. The temperature of the probabilities was fitted on half of them.',
    tasks: [...served, { task: 'scores', figures: sides, rows: 'score_n' }],
  },
  wild: { name: 'Wild headlines', note: TUNED, tasks: served },
  relevance: {
    name: 'Headlines rated by two readers',
    note: `${TUNED} Their guide is another one.`,
    tasks: [
      { task: 'scores', figures: sides },
      { task: 'categories', figures: labels('category_'), rows: 'category_n' },
    ],
  },
  cashtag_tickers: {
    name: 'Twitter cashtag headlines',
    note: 'Some of these headlines were trained on, with labels made here. A cashtag that the author left out counts as an error.',
    tasks: [{ task: 'tickers', figures: same('precision', 'recall', 'f1') }],
  },
  twitter_topic: { name: 'Twitter Financial News, topics', note: OWN_HEAD, tasks: [{ task: 'categories', figures: labels() }] },
  reuters: { name: 'Reuters-21578', note: 'Never trained on.', tasks: [{ task: 'categories', figures: labels() }] },
  sentfin: {
    name: 'SEntFiN 1.0',
    note: OWN_HEAD,
    tasks: [
      { task: 'directions', figures: { ...labels(), ...same('high_confidence_accuracy'), accuracy_of_names_that_disagree: 'conflict_accuracy' } },
    ],
  },
  twitter_sentiment: {
    name: 'Twitter Financial News, sentiment',
    note: OWN_HEAD,
    tasks: [{ task: 'directions', figures: { ...labels(), ...same('high_confidence_accuracy') } }],
  },
  phrasebank_50agree: {
    name: 'Financial PhraseBank',
    note: 'Never trained on. Many of its sentences are from filings, and its labels follow another guide.',
    tasks: [{ task: 'directions', figures: { ...labels(), ...same('high_confidence_accuracy') } }],
  },
  uci_stories: {
    name: 'UCI News Aggregator, sample',
    note: 'The weights of stories were fitted on these rows, so that the figures flatter. B-cubed; without_times is the F1 if all had one time.',
    tasks: [
      {
        task: 'stories',
        figures: { precision: 'bcubed_precision', recall: 'bcubed_recall', f1: 'bcubed_f', f1_without_times: 'without_times.bcubed_f' },
      },
    ],
  },
  pairs: {
    name: 'Pairs of headlines',
    note: 'Kept from training. Right is a story for two headlines on one event, and no common one for others.',
    tasks: [{ task: 'stories', figures: same('precision', 'recall') }],
  },
  semeval_pairs: { name: 'SemEval-2022 task 8', note: 'Never trained on.', tasks: [{ task: 'stories', figures: same('pearson') }] },
  mrpc: {
    name: 'MRPC',
    note: 'Never trained on.',
    tasks: [{ task: 'stories', figures: same('accuracy', 'precision', 'recall') }],
  },
};

/** Returns the response. Throws when a set in the report lacks one of its figures. */
export function qualityOf(
  report: Readonly<Record<string, Figures>>,
  reliability: Readonly<Record<string, Reliability>>,
  measuredAt: string,
): Quality {
  const tasks = Object.entries(sets).flatMap(([key, { name, note, tasks: measured }]) => {
    const found = report[key];
    if (found === undefined) return [];
    return measured.map(({ task, figures, rows = 'n' }) => ({
      task,
      set: name,
      rows: numberAt(found, rows),
      figures: Object.fromEntries(Object.entries(figures).map(([wire, own]) => [wire, rounded(numberAt(found, own))])),
      reliability: (reliability[key]?.[task] ?? []).map((step) => ({
        ...step,
        predicted: rounded(step.predicted),
        observed: rounded(step.observed),
      })),
      note,
    }));
  });
  return {
    version: scoreVersion(),
    measured_at: measuredAt,
    tasks: tasks.toSorted((a, b) => qualityTasks.indexOf(a.task) - qualityTasks.indexOf(b.task)),
  };
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

function numberAt(figures: Figures, path: string): number {
  const value = path.split('.').reduce<unknown>((holder, key) => (holder as Figures | undefined)?.[key], figures);
  if (typeof value !== 'number') throw new Error(`the report has no figure ${path}`);
  return value;
}
