import{G as readGitHead,K as readOriginHead,ot as repositoryOf,q as readOriginUrl}from"./core.js";
import{execFile}from"node:child_process";
const TIMEOUT_MS=1e4;
const OUTPUT_BYTES=16777216;
const gitIn=(root,env)=>{
const settings=[`-c`,`safe.directory=${root}`,`-c`,`core.fsmonitor=false`,`-c`,`core.quotePath=false`];
return(...args)=>new Promise(resolve=>{
const options={cwd:root,env,timeout:TIMEOUT_MS,maxBuffer:OUTPUT_BYTES,windowsHide:true,killSignal:`SIGKILL`};
execFile(`git`,[...settings,...args],options,(error,stdout)=>resolve(error?void 0:stdout)).stdin?.end()})};
const readBranches=async git=>{
const[refs,settings]=await Promise.all([git(`for-each-ref`,`--format=%(refname)`,`refs/heads`,`refs/remotes`),git(`config`,`--get-regexp`,String.raw`^(remote\..*\.url|init\.defaultbranch)$`)]);
const names=linesOf(refs);
const lines=linesOf(settings);
return{local:names.flatMap(name=>/^refs\/heads\/(.+)$/.exec(name)?.[1]??[]),remote:names.flatMap(name=>/^refs\/remotes\/[^/]+\/(?!HEAD$)(.+)$/.exec(name)?.[1]??[]),hasRemote:lines.some(line=>line.startsWith(`remote.`)),initial:lines.findLast(line=>line.startsWith(`init.defaultbranch `))?.split(` `)[1]}};
const mainBranchOf=({local,remote,initial})=>{
const names=[...new Set([...local,...remote])];
return[`main`,`master`,initial].find(name=>name!==void 0&&names.includes(name))??(names.length===1?names[0]:void 0)};
const linesOf=output=>(output??``).split(`
`).filter(line=>line!==``);
const gatherCode=async({root,env,known,ci,commit})=>{
const git=gitIn(root,env);
const[commits,status,repository,defaultBranch]=await Promise.all([readCommits(git,commit??`HEAD`),commit===void 0?readStatus(git,ci!==void 0):UNKNOWN_STATUS,known.repository??readRepository(git,root),known.defaultBranch??readDefaultBranch(git,root,ci!==void 0)]);
const[tested,...ancestry]=commits;
const code={...known};
if(repository)code.repository=repository;
if(defaultBranch)code.defaultBranch=defaultBranch;
if(status.branch&&!code.branch)code.branch=status.branch;
if(tested){
Object.assign(code,describeCommit(tested,code));
if(isOtherCode(tested,code,ci))forgetPullRequest(code,tested);
if(status.dirty!==void 0)code.dirty=status.dirty;
const author=commits.find(({sha})=>sha===code.headSha)?.author;
if(author)code.author=author;
if(ancestry.length>0)code.ancestry=ancestry.map(({sha,parents,tree})=>({sha,parents,tree}));
const mergeBase=code.mergeBaseSha??await readMergeBase(git,code);
if(mergeBase)code.mergeBaseSha=mergeBase}
return code};
const describeCommit=(tested,code)=>{
const facts={testedSha:tested.sha,parents:tested.parents,tree:tested.tree,message:tested.message};
const[base,head,...more]=tested.parents;
const isPull=code.pullRequest!==void 0||code.baseBranch!==void 0;
const isMerge=base!==void 0&&head!==void 0&&more.length===0;
if(isPull&&isMerge&&(code.headSha===void 0||[head,tested.sha].includes(code.headSha)))return{...facts,headSha:head,baseSha:base};
return{...facts,headSha:code.headSha??tested.sha}};
const isOtherCode=(tested,code,ci)=>ci?.event===`pull_request_target`&&code.headSha!==tested.sha&&!tested.parents.includes(code.headSha??tested.sha);
const forgetPullRequest=(code,tested)=>{
code.headSha=tested.sha;
if(code.baseBranch)code.branch=code.baseBranch;
delete code.pullRequest;
delete code.baseBranch;
delete code.fork};
const readCommits=async(git,from)=>{
return(await git(`rev-list`,`--header`,`--max-count=51`,from,`--`)??``).split(`\0`).flatMap(record=>parseCommit(record)??[])};
const parseCommit=record=>{
const[header=``,...body]=record.trimStart().split(`

`);
const lines=header.split(`
`);
const tree=lines.find(line=>line.startsWith(`tree `))?.slice(5);
const sha=lines[0];
if(!sha||!tree)return void 0;
const parents=lines.filter(line=>line.startsWith(`parent `)).map(line=>line.slice(7));
const message=body.join(`

`).trim().split(`
`)[0]??``;
const author=lines.find(line=>line.startsWith(`author `))?.slice(7)??``;
const committer=lines.find(line=>line.startsWith(`committer `))??``;
const committedAt=Number(/ (\d+) [+-]\d+$/.exec(committer)?.[1]);
return{sha,tree,parents,message:message.slice(0,300),author:nameIn(author),committedAt}};
const nameIn=person=>{
const end=person.lastIndexOf(` <`);
return end===-1?``:person.slice(0,end).trim()};
const UNKNOWN_STATUS={dirty:true};
const readStatus=async(git,isCi)=>{
const output=await git(`status`,`--porcelain=v2`,`--branch`,...isCi?[`--untracked-files=no`,`--ignore-submodules=untracked`]:[`--untracked-files=normal`,`--ignore-submodules=none`]);
if(output===void 0)return{};
const lines=output.split(`
`).filter(line=>line!==``);
const branch=lines.find(line=>line.startsWith(`# branch.head `))?.slice(14);
return{dirty:lines.some(line=>!line.startsWith(`#`)&&!/^\? \.svc\//.test(line)),...branch&&branch!==`(detached)`&&{branch}}};
const readRepository=async(git,root)=>{
const origin=readOriginUrl(root);
if(origin!==void 0)return repositoryOf(origin);
const remotes=(await git(`config`,`--get-regexp`,`^remote\\..*\\.url$`)??``).split(`
`).filter(line=>line!==``);
const chosen=remotes.find(line=>line.startsWith(`remote.origin.url `))??remotes[0];
return chosen&&repositoryOf(chosen.slice(chosen.indexOf(` `)+1))};
const readDefaultBranch=async(git,root,isCi)=>{
const noted=readOriginHead(root);
if(noted)return noted;
if(noted===void 0){
const symbolicRef=await git(`symbolic-ref`,`--quiet`,`--short`,`refs/remotes/origin/HEAD`);
if(symbolicRef)return symbolicRef.trim().replace(/^origin\//,``)}
return isCi?void 0:ownDefaultBranch(git,root)};
const ownDefaultBranch=async(git,root)=>{
const{branch}=readGitHead(root);
if(branch===void 0||isUsual(branch)||readOriginUrl(root)!==void 0)return void 0;
const branches=await readBranches(git);
const name=branches.hasRemote?void 0:mainBranchOf(branches);
return name===void 0||isUsual(name)?void 0:name};
const isUsual=branch=>branch===`main`||branch===`master`;
const readMergeBase=async(git,code)=>{
const base=code.baseBranch??code.defaultBranch;
if(!base||!code.headSha||code.branch===base)return void 0;
return(await git(`merge-base`,code.headSha,`refs/remotes/origin/${base}`))?.trim()||void 0};
export{readCommits as n,gitIn as r,gatherCode as t};