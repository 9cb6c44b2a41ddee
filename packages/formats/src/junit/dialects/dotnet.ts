import { type Dialect, plainName } from '../dialect.ts'

/** JunitXml.TestLogger and other .NET loggers: a suite is an assembly, a class is a namespace and a type. */
export const dotnet: Dialect = {
  name: 'dotnet',
  detect: ({ text }) => /<testsuite\s[^>]{0,1000}name="[^"]+\.(?:dll|exe)"/i.test(text),
  nameOf: plainName,
}
