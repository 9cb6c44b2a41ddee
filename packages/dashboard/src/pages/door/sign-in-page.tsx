import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { clientOf } from '../../data/client.ts'
import { readNext } from '../../data/search.ts'
import { Door, Field, textOf } from './door.tsx'

const route = getRouteApi('/sign-in')

/** Signs a person in, and goes on to where they wanted to be. */
export function SignInPage() {
  // Checked again where it is used.
  const { next } = readNext(route.useSearch().next)
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (
    <Door
      title="Sign in"
      lead={next ? 'Sign in to see what your link leads to.' : 'Test results of your organization.'}
      button="Sign in"
      onSubmit={async (given) => {
        await clientOf().signIn({
          email: textOf(given, 'email'),
          password: textOf(given, 'password'),
          cookie: true,
        })
        // What another person has read in this tab is not this one's.
        queries.clear()
        await navigate({ href: next ?? '/', replace: true })
      }}
    >
      <Field label="E-mail address" name="email" type="email" complete="username" />
      <Field
        label="Password"
        name="password"
        type="password"
        complete="current-password"
        hint="Forgotten? The operator of this server makes a new link: svc-server people reset"
      />
    </Door>
  )
}
