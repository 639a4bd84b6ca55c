/** Stories as the API serves them: events that at least two publishers (publisher-owners.ts) reported. */
import { z } from 'zod';
import { Instant, Ticker, Uid } from './primitives.ts';
import { categories, sentiments } from './vocabulary.ts';

const summaryStates = ['published', 'stale', 'preparing'] as const;

export const StoryCard = z
  .object({
    story_id: Uid,
    title: z.string().meta({ description: 'Headline of the material that states most of what the publishers agree on' }),
    summary: z.string().meta({ description: 'Summary of the same material' }),
    importance: z.int().min(1).max(10).meta({ description: "Median of each publisher's best relevance score, rounded down" }),
    category: z.enum(categories).meta({ description: 'The category that most publishers filed it under' }),
    tickers: z.array(Ticker).meta({ description: 'Named by two or more publishers; where none is, those of the first material' }),
    publishers: z.int().min(2).meta({ description: 'Owners that reported it: sister outlets count once, and so do texts of one news agency' }),
    materials: z.int().min(2).meta({ description: 'Articles; reprints of a text are not served, and not counted' }),
    first_published_at: Instant,
    last_material_at: Instant,
    updated_at: Instant.meta({ description: 'When the last key fact was confirmed or disputed; without any, when the second publisher reported it' }),
    summary_state: z.enum(summaryStates).meta({
      description: 'published: it covers every material; stale: materials joined after it was made; preparing: no material has a summary yet',
    }),
  })
  .meta({ id: 'StoryCard' });
export type StoryCard = z.infer<typeof StoryCard>;

export const Story = StoryCard.extend({
  why_it_matters: z.string().meta({ description: 'Effects that its articles support; empty if none' }),
  key_facts: z
    .array(z.object({ text: z.string(), source_uid: Uid, publisher: z.string() }))
    .max(6)
    .meta({ description: 'Sentences of the materials with numbers, dates or names that a second publisher states too' }),
  ticker_takes: z
    .array(z.object({ ticker: Ticker, impact: z.enum(sentiments), note: z.string() }))
    .meta({ description: 'The direction that most publishers’ articles point to, with the reasoning of the best-scored one' }),
  uncertainties: z.array(z.string()).meta({ description: 'Numbers on which publishers differ, each with who says what' }),
  first_source: z.object({ uid: Uid, publisher: z.string(), time_published: Instant }).meta({ description: 'The material that was published first' }),
  corroborated_by: z.int().min(1).meta({ description: 'Publishers, by owner, that reported it besides that of `first_source`' }),
  tickers_over_time: z
    .array(z.object({ ticker: Ticker, first_named_at: Instant, last_named_at: Instant, publishers: z.int().min(1) }))
    .meta({ description: 'Every ticker that a material names, by the time of the first; `publishers`: owners that name it' }),
  based_on: z.int().meta({ description: 'Materials whose text was read' }),
  materials_at_build: z.int().meta({ description: 'Materials when the summary was made' }),
  new_materials: z.int().meta({ description: 'Materials that joined since' }),
  revision_generated_at: Instant.meta({ description: 'When the last material that was read arrived here' }),
  indexable: z.boolean().meta({ description: 'Whether a public page of the story may be indexed: there is none' }),
}).meta({ id: 'Story' });
export type Story = z.infer<typeof Story>;

export const StoryMaterial = z
  .object({
    uid: Uid,
    title: z.string(),
    publisher: z.string(),
    time_published: Instant,
    url: z.string(),
    relevance_score: z.int().min(1).max(10),
    seo_eligible: z.boolean().meta({ description: 'Whether a public page of the article may be indexed: there is none' }),
  })
  .meta({ id: 'StoryMaterial' });
export type StoryMaterial = z.infer<typeof StoryMaterial>;
