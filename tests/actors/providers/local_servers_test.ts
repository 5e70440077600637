import assert from "node:assert/strict";
import { LOCAL_MS, localServers } from "../../../actors/providers/local_servers.ts";
import { LOCAL } from "../../../events/catalog/provider_presets.ts";
import { Provider, ProviderFields } from "../../../events/catalog/workspace.ts";

Deno.test("only this machine is looked at, by number, for what is known to listen there", () => {
  assert.deepEqual(LOCAL.map(({ id, baseUrl }) => [id, baseUrl]), [
    ["ollama", "http://127.0.0.1:11434/v1"],
    ["lm-studio", "http://127.0.0.1:1234/v1"],
  ]);
});

Deno.test("who answers in time is found with its models, who does not is not there", async () => {
  const asked: [url: string | undefined, ms: number][] = [];
  const find = localServers((provider, ms) => {
    assert.ok(Provider.safeParse(provider).success);
    asked.push([provider.baseUrl, ms]);
    return provider.id === "ollama"
      ? Promise.resolve([{ name: "llama3", contextWindow: 8 }])
      : Promise.reject(new Error("refused"));
  });
  assert.deepEqual(asked, [], "nobody is asked before somebody asks");
  assert.deepEqual(await find(), [
    { preset: "ollama", name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1", models: ["llama3"] },
  ]);
  assert.deepEqual(asked, LOCAL.map(({ baseUrl }) => [baseUrl, LOCAL_MS]));
  const [found] = await find();
  const { success } = ProviderFields.safeParse({
    name: found?.name,
    kind: "openai",
    baseUrl: found?.baseUrl,
    maxConcurrent: 1,
    requestsPerMinute: 1,
    timeoutSeconds: 1,
  });
  assert.ok(success, "what was found can be made a provider");
});

Deno.test("many who ask at once make one search, and the next one looks anew", async () => {
  let searches = 0;
  const { promise, resolve } = Promise.withResolvers<[]>();
  const find = localServers(() => {
    searches++;
    return promise;
  }, LOCAL.slice(0, 1));
  const both = [find(), find()];
  assert.equal(searches, 1);
  resolve([]);
  await Promise.all(both);
  await find();
  assert.equal(searches, 2);
});
