/** Confines sessions by the engine's access control: their user has grants on tables, and none that reach files, networks or programs. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** All rights of the user. Sources, dictionaries, users, backups and most of SYSTEM are not among them. */
const grants = [
  'SHOW, SELECT, INSERT, TRUNCATE, OPTIMIZE',
  'CREATE DATABASE, CREATE TABLE, CREATE VIEW, CREATE TEMPORARY TABLE, DROP DATABASE, DROP TABLE, DROP VIEW',
  'ALTER UPDATE, ALTER DELETE, ALTER COLUMN, ALTER INDEX, ALTER PROJECTION, ALTER CONSTRAINT, ALTER TTL, ALTER SETTINGS, ALTER VIEW',
  'SYSTEM MERGES',
] as const;

/** Settings that are fixed at 0, because they evaluate text in data or reach beyond tables. */
export const settingsOff = [
  'allow_introspection_functions',
  'input_format_values_interpret_expressions',
  'input_format_values_deduce_templates_of_expressions',
  'into_outfile_create_parent_directories',
  's3_allow_server_credentials_in_user_queries',
  'allow_experimental_polyglot_dialect',
  'allow_archive_path_syntax',
] as const;

/** Settings that are fixed at the engine's default, because each names a file, an address, an expression or another language. */
export const settingsAtDefault = [
  'additional_result_filter',
  'additional_table_filters',
  'ai_function_embedding_default_credentials',
  'ai_function_text_default_credentials',
  'cluster_for_parallel_replicas',
  'compatibility',
  'default_view_definer',
  'dialect',
  'distributed_cache_file_cache_name',
  'distributed_plan_force_exchange_kind',
  'filesystem_cache_name',
  'format_avro_schema_registry_url',
  'format_schema',
  'format_schema_message_name',
  'format_schema_source',
  'format_template_resultset',
  'format_template_row',
  'http_response_headers',
  'implicit_table_at_top_level',
  'input_format_record_errors_file_path',
  'metrics_perf_events_list',
  'output_format_avro_confluent_subject',
  'output_format_image_terminal_mode',
  'output_format_schema',
  'parallel_replicas_custom_key',
  'polyglot_dialect',
  'promql_database',
  'promql_table',
  'rename_files_after_processing',
  's3queue_default_zookeeper_path',
  'schema_inference_hints',
  'send_logs_source_regexp',
  'stream_like_engine_insert_queue',
  'url_base',
  'workload',
  // Settings of tables, with the engine's prefix.
  'merge_tree_disk',
  'merge_tree_storage_policy',
  'merge_tree_table_disk',
] as const;

const users = `<clickhouse>
  <profiles><default>
    ${settingsOff.map((name) => `<${name}>0</${name}>`).join('\n    ')}
    <constraints>
      ${[...settingsOff, ...settingsAtDefault].map((name) => `<${name}><const/></${name}>`).join('\n      ')}
    </constraints>
  </default></profiles>
  <users><default>
    <password></password>
    <networks><ip>::/0</ip></networks>
    <profile>default</profile>
    <quota>default</quota>
    <grants>
      ${grants.map((rights) => `<query>GRANT ${rights} ON *.*</query>`).join('\n      ')}
    </grants>
  </default></users>
  <quotas><default></default></quotas>
</clickhouse>
`;

/**
 * Returns the server configuration. allow_feature_tier 2 permits only production features. An empty remote_url_allow_hosts allows no host.
 * memory_worker_period_ms slows down a thread that by default wakes ten times per second to measure memory.
 */
const configuration = (usersPath: string, emptyPath: string): string => `<clickhouse>
  <users_config>${escaped(usersPath)}</users_config>
  <allow_feature_tier>2</allow_feature_tier>
  <memory_worker_period_ms>1000</memory_worker_period_ms>
  <remote_url_allow_hosts></remote_url_allow_hosts>
  ${['user_files_path', 'user_scripts_path', 'format_schema_path', 'google_protos_path', 'dictionaries_lib_path', 'top_level_domains_path']
    .map((name) => `<${name}>${escaped(emptyPath)}/</${name}>`)
    .join('\n  ')}
</clickhouse>
`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? '');

/** Writes the configuration and returns its path. It is rewritten at every start, so a new release's restrictions apply to old folders. */
export function writeConfinement(dataDir: string): string {
  const folder = join(dataDir, 'confinement');
  const [configPath, usersPath, emptyPath] = [join(folder, 'config.xml'), join(folder, 'users.xml'), join(folder, 'empty')];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(emptyPath, { recursive: true, mode: 0o700 });
  writeFileSync(usersPath, users, { mode: 0o600 });
  writeFileSync(configPath, configuration(usersPath, emptyPath), { mode: 0o600 });
  return configPath;
}
