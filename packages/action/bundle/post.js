import{t as start}from"./core.js";
process.exitCode=await start({env:process.env,write:line=>void process.stdout.write(`${line}\n`),isPost:true});
export{};