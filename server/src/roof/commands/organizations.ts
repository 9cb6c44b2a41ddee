import { organizationOperations, ownOrganizationOperations } from '@svc/schema/operations'
import { Argument, type Command } from 'commander'
import { systemClock } from '../../ground/kernel/clock.ts'
import { MCP_PLAN_LIMITS, type Plan } from '../../ground/kernel/mcp-plan-limits.ts'
import type { Db } from '../../ground/store/portable.ts'
import { createInvitation } from '../../people/identity/invitations.ts'
import { insertOrganization } from '../../people/identity/organizations.ts'
import {
  checked,
  columns,
  type Environment,
  note,
  noteAddress,
  print,
  printJson,
  withOrganization,
  withStore,
} from './machine.ts'

/**
 * Adds `organizations create | plan | list`. Anyone who can read the data is its admin, despite
 * SVC_ORGANIZATIONS.
 */
export function addOrganizationCommands(program: Command, environment: Environment): void {
  const organizations = program
    .command('organizations')
    .description('Organizations, also if SVC_ORGANIZATIONS forbids creating them over HTTP.')

  organizations
    .command('create <slug>')
    .description('Creates an organization and prints a link with which its first admin joins.')
    .option('--name <name>', 'its display name (default: the slug)')
    .option(
      '--admin <email>',
      'the only e-mail address that may use the link (default: anyone with the link)',
    )
    .option('--days <days>', 'days until the link expires, 1 to 90', '7')
    .action(async (given: string, options: { name?: string; admin?: string; days: string }) => {
      const { name, slug } = checked(ownOrganizationOperations.createOrganization.input, {
        slug: given,
        name: options.name ?? given,
      })
      // Checked before anything is created: otherwise a typo would leave an organization without a
      // link.
      const invitation = checked(organizationOperations.createInvitation.input, {
        role: 'admin',
        days: options.days,
        ...(options.admin !== undefined && { email: options.admin }),
      })
      await withStore(environment, (store) =>
        store.write(async (db) => {
          await insertOrganization(db, { slug, name, personId: null }, systemClock())
        }),
      )
      await withOrganization(environment, slug, async (ctx) => {
        print((await createInvitation({ ctx, input: invitation })).url)
        note(
          `Created the organization ${slug}. Its first admin joins with this link, which is shown only once; ` +
            `\`people invite --role admin --organization ${slug}\` creates another one.`,
        )
        noteAddress(environment, ctx.baseUrl)
      })
    })

  organizations
    .command('plan <slug>')
    .description('Sets how much the agents of an organization may call: see docs/reference/mcp.md.')
    .addArgument(new Argument('<plan>', 'the plan').choices(Object.keys(MCP_PLAN_LIMITS)))
    .action((slug: string, plan: Plan) =>
      withOrganization(environment, slug, async ({ store, caller }) => {
        await store.write((db) =>
          db.updateTable('organization').set({ plan }).where('id', '=', caller.organizationId).execute(),
        )
        note(`The organization ${slug} has the plan ${plan}.`)
      }),
    )

  organizations
    .command('list')
    .description('Lists the organizations of this server.')
    .option('--json', 'prints a JSON array')
    .action((options: { json?: boolean }) =>
      withStore(environment, async (store) => {
        const all = await readOrganizations(store.read)
        if (options.json) return printJson(all)
        print(
          columns([
            ['SLUG', 'NAME', 'PLAN', 'MEMBERS', 'MADE'],
            ...all.map(({ slug, name, plan, members, createdAt }) => [
              slug,
              name,
              plan,
              String(members),
              createdAt,
            ]),
          ]),
        )
      }),
    )
}

/** All organizations except deleted ones, by slug. */
const readOrganizations = async (db: Db) => {
  const rows = await db
    .selectFrom('organization')
    .leftJoin('member', 'member.organization_id', 'organization.id')
    .select(['organization.slug', 'organization.name', 'organization.plan', 'organization.created_at'])
    .select((eb) => eb.fn.count<number>('member.person_id').as('members'))
    .where('organization.deleted_at', 'is', null)
    .groupBy(['organization.slug', 'organization.name', 'organization.plan', 'organization.created_at'])
    .orderBy('organization.slug')
    .execute()
  return rows.map(({ slug, name, plan, members, created_at }) => ({
    slug,
    name,
    plan,
    members: Number(members),
    createdAt: new Date(created_at).toISOString(),
  }))
}
