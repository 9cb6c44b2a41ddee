import{$ as textAt}from"./core.js";
import{t as findAbove}from"./root.js";
import{existsSync,readFileSync}from"node:fs";
import{dirname,join}from"node:path";
const LOCKFILES=[[`pnpm-lock.yaml`,`pnpm`],[`bun.lock`,`bun`],[`bun.lockb`,`bun`],[`yarn.lock`,`yarn`],[`package-lock.json`,`npm`],[`npm-shrinkwrap.json`,`npm`]];
const managerOf=folder=>{
const declared=declaredManager(folder);
if(declared)return declared;
const found=LOCKFILES.flatMap(([file,manager])=>{
const place=findAbove(folder,file);
return place===void 0?[]:[{place,manager}]}).sort((a,b)=>b.place.length-a.place.length)[0];
if(found?.manager===`yarn`)return isBerry(found.place)?`yarn-berry`:`yarn`;
return found?.manager??(findAbove(folder,`pnpm-workspace.yaml`)===void 0?`npm`:`pnpm`)};
const declaredManager=folder=>{
for(let place=findAbove(folder,`package.json`);place!==void 0;){
const[,manager,version]=/^(npm|pnpm|yarn|bun)@(\d+)/.exec(declaredIn(join(place,`package.json`))??``)??[];
if(manager===`yarn`)return version===`1`?`yarn`:`yarn-berry`;
if(manager)return manager;
const above=findAbove(dirname(place),`package.json`);
if(above===place||above===void 0)return void 0;
place=above}};
const declaredIn=path=>{
try{
return textAt(JSON.parse(readText(path).replace(/^\uFEFF/,``)),`packageManager`)}catch{
return}};
const isBerry=folder=>existsSync(join(folder,`.yarnrc.yml`))||/^__metadata:/m.test(readText(join(folder,`yarn.lock`)));
const readText=path=>{
try{
return readFileSync(path,`utf8`)}catch{
return``}};
const SVC={npm:`npx --no svc`,pnpm:`pnpm exec svc`,yarn:`yarn svc`,"yarn-berry":`yarn svc`,bun:`bun run svc`};
const svcCommand=folder=>findAbove(folder,`.pnp.cjs`)===void 0?SVC[managerOf(folder)]:SVC.yarn;
const inOwnCommands=(text,folder)=>text.includes(SVC.npm)?text.replaceAll(SVC.npm,svcCommand(folder)):text;
const FLUSH_COMMAND=`npx --no svc flush`;
const say=line=>{
process.stderr.write(`svc: ${inOwnCommands(line,here())}\n`)};
const here=()=>{
try{
return process.cwd()}catch{
return`/`}};
export{say as n,FLUSH_COMMAND as t};