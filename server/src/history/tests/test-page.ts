import type { Context } from '../../ground/kernel/context.ts'

/** Returns the address of a test's page, for the tests of one project. */
export async function testPages(
  { store, caller, baseUrl }: Context,
  project: string,
): Promise<(testId: string) => string> {
  const { slug } = await store.lookup
    .selectFrom('organization')
    .select('slug')
    .where('id', '=', caller.organizationId)
    .executeTakeFirstOrThrow()
  const place = `${baseUrl}/o/${encodeURIComponent(slug)}/${encodeURIComponent(project)}`
  return (testId) => `${place}/tests/${encodeURIComponent(testId)}`
}
