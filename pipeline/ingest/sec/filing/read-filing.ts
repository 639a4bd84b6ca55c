/**
 * Builds the RAW message of an 8-K or 6-K from its submission, or returns its refusal: items as filed, registrants, headline and first
 * paragraphs of the release, and its earnings if any.
 */
import { alarmItems } from '#schemas/filing.ts';
import type { EarningsOutcome, RawFiling } from '#schemas/raw.ts';
import type { StatedReport } from '#schemas/report-date.ts';
import { packText } from '#schemas/source-text.ts';
import { filingFolder, sharedFields, type ListedFiling } from '../listed-filing.ts';
import type { FiledDocument, Submission } from '../documents/documents.ts';
import { reduceDocument } from '../documents/reduce.ts';
import type { ReadFacts, ReadOutcome } from '../earnings/analysis.ts';
import { refused, refuseSubmission, type FilingRead } from '../refusal.ts';
import { amendedOn } from './amended-on.ts';
import { coverName, tradingSymbols } from './cover-page.ts';
import { exhibits99, mainDocument } from './exhibit.ts';
import { classify6k, findReleases } from './form6k.ts';
import { onlyPoints, readItemText } from './item-text.ts';
import { readItems, type FilingItems } from './items.ts';
import { readOpening, readPressRelease, type PressRelease } from './press-release.ts';
import { readRelease, type ReleaseRead } from './read-release.ts';
import { withoutCover } from './release.ts';
import { findReportTime } from './report-time.ts';

type Form = RawFiling['form'];
const collected: ReadonlySet<string> = new Set<Form>(['8-K', '8-K/A', '6-K', '6-K/A']);
const isCollected = (form: string): form is Form => collected.has(form);

const limits = { headline: 500, lead: 8_000, name: 300, filers: 100, items: 50, type: 50 } as const;

/** A filing, with the texts that are read more than once. */
interface Papers {
  readonly submission: Submission;
  readonly filers: RawFiling['filers'];
  readonly filedOn: string | null;
  readonly main: FiledDocument;
  readonly mainText: string;
  readonly exhibits: readonly FiledDocument[];
}

export function readFiling(submission: Submission, listed: ListedFiling): FilingRead<RawFiling> {
  const { header, documents } = submission;
  const unreadable = refuseSubmission(submission, listed);
  if (unreadable !== null) return unreadable;
  const form = (header.form ?? listed.form ?? '').toUpperCase();
  if (!isCollected(form)) return refused('not_collected', `form ${form || 'without type'}`);
  const main = mainDocument(documents);
  if (main === null) return refused('malformed', 'no readable document');

  const mainText = textOf(main);
  const filers = filersOf(header, listed, mainText);
  const papers: Papers = {
    submission,
    filers,
    filedOn: header.filedOn ?? listed.filedOn,
    main,
    mainText,
    exhibits: exhibits99(documents),
  };
  const is8k = form.startsWith('8-K');
  const { items, document, itemOfLead, headlineAndLead, ...content } = is8k ? read8k(papers) : read6k(papers);
  const stated = reportTimeOf(papers);
  return {
    ok: true,
    filing: {
      kind: 'filing',
      source: is8k ? 'sec_form8k' : 'sec_form6k',
      ...sharedFields(listed, header, filers[0]!.cik),
      form,
      event_date: header.period,
      filers,
      items: items.items.slice(0, limits.items),
      primary_item: items.primaryItem,
      ...(itemOfLead !== null && { told_item: itemOfLead }),
      document: documentOf(document ?? papers.exhibits[0] ?? main, main, filers[0]!.cik, listed.accession),
      headline: headlineAndLead.headline.slice(0, limits.headline),
      lead: headlineAndLead.lead.slice(0, limits.lead),
      ...content,
      ...(stated !== null && { report_time: stated }),
      ...(form.endsWith('/A') && { amends: { filed_on: papers.filedOn === null ? null : amendedOn(papers.mainText, papers.filedOn) } }),
    },
  };
}

const textOf = ({ source }: FiledDocument): string => reduceDocument(source ?? '').text;

const reportTimeOf = ({ exhibits, mainText, filers, filedOn }: Papers): StatedReport | null =>
  filedOn === null ? null : findReportTime([...exhibits.map(textOf), mainText], { company: filers[0]!.name, filedOn });

interface Content extends Pick<RawFiling, 'form6k' | 'symbols' | 'earnings'> {
  readonly items: FilingItems;
  readonly headlineAndLead: PressRelease;
  /** The item whose text is the lead; null if the lead is from another document. */
  readonly itemOfLead: string | null;
  /** The document of the earnings release, else of the press release that supplied `headlineAndLead`; null if there is none. */
  readonly document: FiledDocument | null;
}

/** The item for results of operations, which furnishes an earnings release, in both numberings. */
const resultsItems: ReadonlySet<string> = new Set(['2.02', '12']);

function read8k(papers: Papers): Content {
  const { submission, mainText, exhibits, filedOn } = papers;
  const { header, documents } = submission;
  const items = readItems({ ...header, filedOn }, mainText);
  const holdsResults = items.items.some((item) => resultsItems.has(item));
  const read = holdsResults ? readRelease(findReleases(documents, filedOn), factsOf(papers, '8-K')) : noRead;
  const { headlineAndLead, document } = chooseLead(read, exhibits);
  const ofPrimary = items.items.toSorted((a, b) => Number(b === items.primaryAsFiled) - Number(a === items.primaryAsFiled));
  const itemText = readItemText(mainText, ofPrimary);
  const isAlarm = itemText.item !== null && alarmItems.includes(itemText.item) && !namesAlarm.test(headlineAndLead?.headline ?? '');
  const lead = isAlarm ? { headline: '', lead: itemText.text } : withLead(headlineAndLead, itemText.text, exhibits);
  return {
    items,
    form6k: null,
    headlineAndLead: lead,
    itemOfLead: itemText.item !== null && lead.lead === itemText.text ? itemText.item : null,
    document,
    symbols: tradingSymbols(mainText),
    earnings: earningsOf(read.outcome),
  };
}

/** Matches a headline that is about the subject of an alarm item, such as a bankruptcy or a delisting. */
const namesAlarm =
  /\b(?:restructur\w+|reorgani[sz]\w+|chapter (?:7|11)|bankrupt\w*|court|receiver\w*|delist\w*|listing|non-?complian\w+|minimum bid|(?:nasdaq|nyse) (?:\w+ ){0,3}(?:notice|letter|notification|deficiency|determination)|restat\w*|reliance|default|accelerat\w+|forbear\w+|change (?:in|of) control|acqui\w+|mergers?|merges?)\b/i;

/** Returns the release's headline and lead. A missing lead is the item's text or, if that only points to an exhibit, the exhibit's opening. */
function withLead(headlineAndLead: PressRelease | null, itemText: string, exhibits: readonly FiledDocument[]): PressRelease {
  const { headline, lead } = headlineAndLead ?? { headline: '', lead: '' };
  if (lead !== '') return { headline, lead };
  if (itemText !== '' && !onlyPoints(itemText)) return { headline, lead: itemText };
  for (const document of exhibits) {
    const opening = readOpening(withoutCover(textOf(document)));
    if (opening.lead !== '') return { headline: headline === '' ? opening.headline : headline, lead: opening.lead };
  }
  return { headline, lead: itemText };
}

const noItems: FilingItems = { items: [], primaryItem: null, primaryAsFiled: null };

function read6k(papers: Papers): Content {
  const { submission, main, exhibits, filedOn } = papers;
  const classified = classify6k(submission.documents, filedOn);
  const read = classified.kind === 'earnings' ? readRelease(classified.releases, factsOf(papers, '6-K')) : noRead;
  const all = [...exhibits, main];
  const { headlineAndLead, document } = chooseLead(read, all);
  return {
    items: noItems,
    form6k: classified.kind === 'earnings' ? 'earnings' : classified.reason,
    headlineAndLead: withLead(headlineAndLead, '', all),
    itemOfLead: null,
    document,
    symbols: [],
    earnings: earningsOf(read.outcome),
  };
}

function chooseLead(
  { release, headlineAndLead: ofRelease }: Pick<ReleaseRead, 'release' | 'headlineAndLead'>,
  exhibits: readonly FiledDocument[],
): { headlineAndLead: PressRelease | null; document: FiledDocument | null } {
  if (release !== null) return { headlineAndLead: ofRelease, document: release.document };
  for (const document of exhibits) {
    const headlineAndLead = readPressRelease(withoutCover(textOf(document)));
    if (headlineAndLead !== null) return { headlineAndLead, document };
  }
  return { headlineAndLead: null, document: null };
}

const noRead = { release: null, headlineAndLead: null, outcome: null } as const;

const factsOf = ({ filers, filedOn }: Papers, form: ReadFacts['form']): ReadFacts => ({ company: filers[0]!.name, form, filedOn });

/** Returns the outcome of an earnings read as stored, with its source text compressed. */
function earningsOf(outcome: ReadOutcome | null): EarningsOutcome | null {
  if (outcome === null) return null;
  if (outcome.kind === 'refused') return { kind: 'refused', reason: outcome.reason };
  const text = packText(outcome.text);
  // Figures are not served without the text in which their evidence can be looked up.
  return text === null ? { kind: 'refused', reason: 'text_too_large' } : { kind: 'read', analysis: outcome.analysis, source_text: text };
}

const filersOf = (header: Submission['header'], listed: ListedFiling, mainText: string): RawFiling['filers'] => {
  const named = header.filers.slice(0, limits.filers);
  const filers = named.length > 0 ? named : [{ cik: listed.cik, name: coverName(mainText) }];
  return filers.map(({ cik, name }) => ({ cik, name: name.slice(0, limits.name) }));
};

/** Returns the reference to the document. One without a file name (before 2001) is part of the submission's text. */
function documentOf(document: FiledDocument, main: FiledDocument, cik: string, accession: string): RawFiling['document'] {
  const folder = `https://www.sec.gov/Archives/${filingFolder(cik, accession)}`;
  const url = document.filename === '' ? `${folder}/${accession}.txt` : `${folder}/${encodeURIComponent(document.filename)}`;
  return { type: document.type.slice(0, limits.type), url, is_exhibit: document !== main };
}
