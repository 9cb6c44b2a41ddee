import{execFile}from"node:child_process";
const TIMEOUT_MS=1e4;
const OUTPUT_BYTES=16777216;
const gitIn=(root,env)=>{
const settings=[`-c`,`safe.directory=${root}`,`-c`,`core.fsmonitor=false`,`-c`,`core.quotePath=false`];
return(...args)=>new Promise(resolve=>{
const options={cwd:root,env,timeout:TIMEOUT_MS,maxBuffer:OUTPUT_BYTES,windowsHide:true,killSignal:`SIGKILL`};
execFile(`git`,[...settings,...args],options,(error,stdout)=>resolve(error?void 0:stdout)).stdin?.end()})};
export{gitIn as t};