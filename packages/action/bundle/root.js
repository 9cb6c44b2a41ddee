import{existsSync}from"node:fs";
import{dirname,join,resolve}from"node:path";
const findRoot=(runnerRoot,declared)=>{
const start=resolve(runnerRoot);
const top=findAbove(start,`.git`);
if(top)return{path:top,kind:`git`};
if(declared)return{path:resolve(declared),kind:`SVC_ROOT`};
return{path:start,kind:`runner`}};
const findAbove=(start,name)=>{
for(let folder=start;;folder=dirname(folder)){
if(existsSync(join(folder,name)))return folder;
if(dirname(folder)===folder)return void 0}};
export{findRoot as n,findAbove as t};