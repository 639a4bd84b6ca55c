/**
 * The two forms of a statement that makes or changes tables. A single server gets it as it is written; a cluster gets it
 * ON CLUSTER, with Replicated engines. What such a statement is not, such as an INSERT, is the same in both.
 */

const name = String.raw`(?:\w+|\{\w+:Identifier\})(?:\.(?:\w+|\{\w+:Identifier\}))?`;
/** As far as the name of what is changed: the cluster stands behind it. */
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

/** Throws where it does not know how a cluster takes the statement: run on one server of several, it would part them. */
export function ddlFor(cluster: string | null, text: string): string {
  if (cluster === null) return text;
  const [comments] = leadingComments.exec(text)!;
  const statement = text.slice(comments.length);
  if (leavesTables.test(statement)) return text;
  const head = changes.exec(statement)?.[0];
  if (head === undefined) throw new Error(`no form of this statement for a cluster is known: ${statement.slice(0, 80)}`);
  const rest = statement.slice(head.length).replace(/\bENGINE = (?!Replicated)(\w*MergeTree)\b/g, 'ENGINE = Replicated$1');
  return `${comments}${head} ON CLUSTER '${cluster}'${rest}`;
}

/** The engine of a table that `ENGINE = ${engine}` makes in that form. */
export const engineFor = (cluster: string | null, engine: string): string =>
  cluster === null ? engine : engine.replace(/^(?!Replicated)(\w*MergeTree)$/, 'Replicated$1');
