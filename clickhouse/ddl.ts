/**
 * Adapts statements that create or change tables to a cluster: adds ON CLUSTER, and replaces engines by their Replicated variants. Other
 * statements, such as INSERT, stay unchanged.
 */

const name = String.raw`(?:\w+|\{\w+:Identifier\})(?:\.(?:\w+|\{\w+:Identifier\}))?`;
/** Beginnings of statements up to the name of the changed object, which ON CLUSTER must follow. */
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

/** Returns the statement for the cluster. Throws if its cluster form is unknown, because running it on one server would make them differ. */
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

/** Returns the engine that `ddlFor` gives to a table with `ENGINE = ${engine}`. */
export const engineFor = (cluster: string | null, engine: string): string =>
  cluster === null ? engine : engine.replace(/^(?!Replicated)(\w*MergeTree)$/, 'Replicated$1');
