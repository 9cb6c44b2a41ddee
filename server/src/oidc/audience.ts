/**
 * The audience that a workflow's token has to name: this server and one organization of it, so that a token asked
 * for one organization is good for no other.
 */
export const audienceOf = (baseUrl: string, organization: string): string =>
  `${baseUrl}/organizations/${organization}`
