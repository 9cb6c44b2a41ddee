import { organizationOperations } from '@svc/schema/operations'
import { type Command, Option } from 'commander'
import { ROLES } from '../../ground/kernel/access.ts'
import { systemClock } from '../../ground/kernel/clock.ts'
import { CommandError } from '../../ground/kernel/command-error.ts'
import { createInvitation } from '../../people/identity/invitations.ts'
import { listMembers } from '../../people/identity/members.ts'
import { auditPasswordLink, makePasswordLink, passwordUrl } from '../../people/identity/password-link.ts'
import {
  checked,
  columns,
  type Environment,
  note,
  noteAddress,
  organizationOption,
  print,
  withOrganization,
  withStore,
} from './machine.ts'

/** Adds `people list | invite | reset`. */
export function addPeopleCommands(program: Command, environment: Environment): void {
  const people = program
    .command('people')
    .description('Members, their roles, and links to join or to set a password.')

  people
    .command('list')
    .description('Lists the members of an organization.')
    .addOption(organizationOption('whose members'))
    .action((options: { organization: string }) =>
      withOrganization(environment, options.organization, async (ctx) => {
        const rows: string[][] = [['EMAIL', 'NAME', 'ROLE', 'JOINED']]
        let cursor: string | null | undefined
        while (cursor !== null) {
          const page: Awaited<ReturnType<typeof listMembers>> = await listMembers({
            ctx,
            input: { limit: 200, cursor },
          })
          rows.push(...page.items.map(({ email, name, role, joinedAt }) => [email, name, role, joinedAt]))
          cursor = page.nextCursor
        }
        print(columns(rows))
      }),
    )

  people
    .command('invite [email]')
    .description(
      'Prints a link that lets one person join an organization; with an e-mail address, only that one.',
    )
    .addOption(new Option('--role <role>', 'their role').choices(ROLES).default('editor'))
    .option('--days <days>', 'days until it expires, 1 to 90', '7')
    .addOption(organizationOption('which organization'))
    .action((email: string | undefined, options: { role: string; days: string; organization: string }) =>
      withOrganization(environment, options.organization, async (ctx) => {
        const { role, days } = options
        const input = checked(organizationOperations.createInvitation.input, {
          role,
          days,
          ...(email !== undefined && { email }),
        })
        print((await createInvitation({ ctx, input })).url)
        noteAddress(environment, ctx.baseUrl)
      }),
    )

  people
    .command('reset <email>')
    .description(
      'Prints a link with which a person sets a new password within 7 days. Until then the old password works. ' +
        'Earlier links, such as the one of the first start, stop working. The audit trail of each of their organizations records it.',
    )
    .action((email: string) =>
      withStore(environment, async (store, baseUrl) => {
        const token = await store.write(async (db) => {
          const person = await db
            .selectFrom('person')
            .select('id')
            .where('email', '=', email.trim().normalize('NFC').toLowerCase())
            .executeTakeFirst()
          if (!person)
            throw new CommandError(
              `There is no account ${email} here. people list shows the accounts; people invite creates an invitation.`,
            )
          const now = systemClock()
          await auditPasswordLink(db, person.id, null, now, 'person.password-link-made')
          return makePasswordLink(db, person.id, now)
        })
        print(passwordUrl(baseUrl, token))
        note('Earlier links for this account, such as the one of the first start, no longer work.')
        noteAddress(environment, baseUrl)
      }),
    )
}
