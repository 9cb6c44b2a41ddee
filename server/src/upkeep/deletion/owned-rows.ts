import type { Tables } from '../../ground/store/tables.ts'

/** A table whose rows are deleted with their owner. */
export interface OwnedRows {
  table: keyof Tables & string
  /** Rows are deleted in the order of this indexed column; otherwise every batch would need a sort. */
  by: string
  /** The next column of that index, if many rows may have one value of the first. */
  next?: string
  /** The most rows of a transaction, if a row may be large. */
  most?: number
}

/**
 * The tables of an execution's rows, by `execution_id`; referring tables precede referenced ones. Its
 * artifacts are handled separately, and a test proves that the list is complete.
 */
export const OF_EXECUTION: readonly OwnedRows[] = [
  { table: 'attempt', by: 'test_id', next: 'part', most: 200 },
  { table: 'result', by: 'test_id' },
  { table: 'archive', by: 'number', most: 10 },
  { table: 'leftover', by: 'execution_id' },
  { table: 'bad_run', by: 'test_id' },
  { table: 'failure_run', by: 'cluster_id', most: 200 },
  { table: 'fix_run', by: 'verification_id' },
  { table: 'leg_run', by: 'leg_id' },
  { table: 'experiment', by: 'id', most: 50 },
  { table: 'duration_page', by: 'number', most: 50 },
  { table: 'monitor_change', by: 'id' },
  { table: 'execution_change', by: 'execution_id' },
  { table: 'import_graph', by: 'part', most: 10 },
  { table: 'part_error', by: 'number' },
  { table: 'part', by: 'number' },
]

/** The tables of a project's rows, by `project_id`, after its executions are gone. */
export const OF_PROJECT: readonly OwnedRows[] = [
  { table: 'leg_run', by: 'execution_id' },
  { table: 'test_day', by: 'day', next: 'test_id' },
  { table: 'test_monitor', by: 'test_id' },
  { table: 'change_count', by: 'slot' },
  { table: 'monitor_setting', by: 'project_id' },
  { table: 'rename', by: 'id' },
  { table: 'culprit', by: 'fingerprint', most: 50 },
  { table: 'failure_cluster', by: 'fingerprint' },
  { table: 'ran_set', by: 'hash', most: 50 },
  { table: 'reason', by: 'hash', most: 200 },
  { table: 'test', by: 'key' },
  // After the tests that it is derived from, so that it is not created again.
  { table: 'test_block', by: 'first_id' },
  { table: 'file', by: 'path' },
  { table: 'leg', by: 'name' },
  { table: 'commit', by: 'sha' },
  { table: 'codeowners', by: 'hash', most: 10 },
  { table: 'webhook_delivery', by: 'id', most: 200 },
  { table: 'webhook', by: 'id' },
  { table: 'badge', by: 'project_id' },
  { table: 'chunk_search', by: 'chunk_id', most: 100 },
  { table: 'document_search', by: 'document_id' },
  { table: 'search_gram', by: 'gram', next: 'term_id' },
  { table: 'search_term', by: 'term' },
  { table: 'chunk', by: 'id', most: 500 },
  { table: 'document_failure', by: 'fingerprint' },
  { table: 'document_revision', by: 'document_id', next: 'number', most: 20 },
  { table: 'deleted_document', by: 'document_id' },
  { table: 'proposal', by: 'id', most: 20 },
  { table: 'document', by: 'path' },
  { table: 'pushed_path', by: 'path' },
  { table: 'template', by: 'path', most: 200 },
  { table: 'active_project', by: 'credential' },
  { table: 'agent_project', by: 'agent_id' },
  { table: 'fix_run', by: 'verification_id' },
  { table: 'fix_verification', by: 'id' },
  { table: 'bus_subscription', by: 'id' },
  { table: 'bus_lease', by: 'id' },
  { table: 'task_change', by: 'id' },
  { table: 'task', by: 'id', most: 50 },
  { table: 'api_key', by: 'id' },
  { table: 'oidc_trust', by: 'id' },
]

/**
 * The tables of an organization's rows, by `organization_id`; its projects were moved away at its deletion.
 */
export const OF_ORGANIZATION: readonly OwnedRows[] = [
  { table: 'outbox', by: 'id' },
  { table: 'webhook_delivery', by: 'id', most: 200 },
  { table: 'webhook', by: 'id' },
  { table: 'audit', by: 'id' },
  { table: 'bus_subscription', by: 'id' },
  { table: 'bus_lease', by: 'id' },
  { table: 'task_change', by: 'id' },
  { table: 'task', by: 'id', most: 50 },
  { table: 'bus_message', by: 'id', most: 100 },
  { table: 'agent_key', by: 'id' },
  { table: 'agent', by: 'id' },
  { table: 'refused_upload', by: 'id' },
  { table: 'retention', by: 'organization_id' },
  { table: 'template', by: 'id', most: 200 },
  { table: 'active_project', by: 'credential' },
  { table: 'search_count', by: 'credential' },
  { table: 'invitation', by: 'id' },
  { table: 'member', by: 'person_id' },
  { table: 'api_key', by: 'id' },
  { table: 'oidc_trust', by: 'id' },
  { table: 'former_slug', by: 'slug' },
]
