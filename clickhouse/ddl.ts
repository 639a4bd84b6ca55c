/**
 * Adapts statements that make or change tables. A single server gets them as written; a cluster gets them ON CLUSTER, with Replicated
 * engines. Other statements, such as INSERT, are the same in both.
 */

const name = String.raw`(?:\w+|\{\w+:Identifier\})(?:\.(?:\w+|\{\w+:Identifier\}))?`;
/** Starts of statements up to the name of the changed object; ON CLUSTER follows it. */
const heads = [
  `CREATE (?:DATABASE|TABLE|VIEW|MATERIALIZED VIEW)(?: IF NOT EXISTS)? ${name}`,
  `ALTER TABLE ${name}`,
  `DROP (?:DATABASE|TABLE|VIEW)(?: IF EXISTS)? ${name}`,
  `TRUNCATE TABLE(?: IF EXISTS)? ${name}`,
  `RENAME TABLE ${name} TO ${name}`,
  `EXCHANGE TABLES ${name} AND ${name}`,
];
const changes = new RegExp(`^(?:${heads.join('|')})(?![\\w.])`);
const leavesTables = /^(?:SELECT|INSERT)\b/;
const leadingComments = /^(?:\s*--.*\n)*\s*/;

/** Returns the statement for the cluster. Throws where its cluster form is unknown: on one of several servers it would make them differ. */
export function ddlFor(cluster: string | null, text: string): string {
  if (cluster === null) return text;
  const [comments] = leadingComments.exec(text)!;
  const statement = text.slice(comments.length);
  if (leavesTables.test(statement)) return text;
  const head = changes.exec(statement)?.[0];
  if (head === undefined) throw new Error(`cannot write this statement for a cluster: ${statement.slice(0, 80)}`);
  const rest = statement.slice(head.length).replace(/\bENGINE = (?!Replicated)(\w*MergeTree)\b/g, 'ENGINE = Replicated$1');
  return `${comments}${head} ON CLUSTER '${cluster}'${rest}`;
}

/** Returns the engine that a table made with `ENGINE = ${engine}` gets. */
export const engineFor = (cluster: string | null, engine: string): string =>
  cluster === null ? engine : engine.replace(/^(?!Replicated)(\w*MergeTree)$/, 'Replicated$1');
