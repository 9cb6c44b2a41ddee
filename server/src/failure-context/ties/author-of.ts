import type { Context } from '../../kernel/context.ts'

/** The name of the person or of the key that sends a request. */
export async function authorOf({ store, caller }: Pick<Context, 'store' | 'caller'>): Promise<string> {
  const row =
    caller.personId !== null
      ? await store.lookup
          .selectFrom('person')
          .select('name')
          .where('id', '=', caller.personId)
          .executeTakeFirst()
      : await store.lookup
          .selectFrom('api_key')
          .select('name')
          .where('id', '=', caller.apiKeyId ?? 0)
          .executeTakeFirst()
  return row?.name ?? ''
}
