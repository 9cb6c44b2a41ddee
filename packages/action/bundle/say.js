// ../client/src/say.ts
const FLUSH_COMMAND = "npx --no svc flush";
const say = (line) => {
	process.stderr.write(`svc: ${line}\n`);
};
export { say as n, FLUSH_COMMAND as t };
