import assert from "node:assert/strict";
import { PROJECT_FILES, PROJECTS } from "../../../events/catalog/limits.ts";
import { TestServer, WELCOME } from "../harness.ts";

const upload = async (server: TestServer, text: string): Promise<string> => {
  const headers = { "content-type": "text/plain" };
  return (await server.call("POST", "/api/attachments", text, headers)).json.sha256;
};

Deno.test("a project is made with its files, changed by versions, put away, had back and erased", async () => {
  await using server = await TestServer.start();
  const sha256 = await upload(server, "220 degrees");
  const made = await server.call("POST", "/api/projects", {
    name: "Oven",
    instructions: "Use grams.",
    files: [{ sha256, name: "plan.txt" }],
    agentIds: ["agent_editor"],
  });
  assert.equal(made.status, 201, made.text);
  const { id, version, files, seqs, tokens, overfull } = made.json;
  assert.deepEqual([version, seqs, overfull], [1, undefined, []]);
  assert.deepEqual(files, [{ sha256, name: "plan.txt", type: "text/plain", size: 11 }]);
  assert.ok(tokens > 10);
  const changed = await server.call("PATCH", `/api/projects/${id}`, { files: [], instructions: "" });
  assert.deepEqual([changed.json.version, changed.json.files, changed.json.tokens], [2, [], 0]);
  const same = await server.call("PATCH", `/api/projects/${id}`, { name: "Oven" });
  assert.equal(same.json.version, 2, "nothing changed");
  assert.equal((await server.call("DELETE", `/api/projects/${id}`)).status, 204);
  assert.deepEqual((await server.call("GET", "/api/projects")).json.items, []);
  assert.equal((await server.call("PATCH", `/api/projects/${id}`, { name: "Stove" })).status, 404);
  assert.equal((await server.call("POST", `/api/projects/${id}/restore`)).status, 200);
  assert.equal((await server.call("DELETE", `/api/projects/${id}/content`)).status, 204);
  assert.equal((await server.call("DELETE", `/api/projects/${id}/content`)).status, 204);
  assert.equal((await server.call("DELETE", "/api/projects/nowhere/content")).status, 404);
  const gone = (await server.call("GET", `/api/projects/${id}`)).json;
  assert.deepEqual([gone.name, gone.instructions, gone.erased, gone.archived], ["", "", true, true]);
  assert.equal((await server.call("GET", `/api/attachments/${sha256}`)).status, 404);
});

Deno.test("what a project names has to be there, once, and no more than fits", async () => {
  await using server = await TestServer.start();
  const refused = async (project: object) => {
    const { status, json } = await server.call("POST", "/api/projects", { name: "Oven", ...project });
    return [status, json.errors?.[0]?.path];
  };
  const sha256 = await upload(server, "a file");
  const file = { sha256, name: "a.txt" };
  assert.deepEqual(await refused({ agentIds: ["agent_nobody"] }), [422, "agentIds.0"]);
  assert.deepEqual(await refused({ agentIds: ["agent_editor", "agent_editor"] }), [422, "agentIds"]);
  assert.deepEqual(await refused({ files: [file, { sha256: "0".repeat(64), name: "b.txt" }] }), [
    422,
    "files.1.sha256",
  ]);
  assert.deepEqual(await refused({ files: [file, file] }), [422, "files"]);
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ sha256, name: `${at}.txt` }));
  assert.deepEqual((await refused({ files: many(PROJECT_FILES + 1) }))[0], 422);
  const { status } = await server.call("POST", "/api/projects", { name: "Oven", files: many(PROJECT_FILES) });
  assert.equal(status, 201);
  assert.deepEqual((await refused({ instructions: "x".repeat(50_001) }))[0], 422);
  assert.deepEqual((await refused({ name: " " }))[0], 422);
});

Deno.test(`one more than ${PROJECTS} is refused, until one is put away`, async () => {
  await using server = await TestServer.start();
  const by = { kind: "user", id: "local", name: "User" } as const;
  const events = Array.from({ length: PROJECTS }, (_, at) => ({
    type: "ProjectCreated" as const,
    data: { id: `p${at}`, version: 1, name: "x", instructions: "", files: [], agentIds: [] },
  }));
  await server.system.changeWorkspace(() => ({ ok: true, answer: { id: "" }, events }), { by });
  const more = () => server.call("POST", "/api/projects", { name: "One more" });
  assert.deepEqual((await more()).json.errors[0].path, "name");
  assert.equal((await server.call("DELETE", "/api/projects/p0")).status, 204);
  assert.equal((await more()).status, 201);
});

Deno.test("a conversation begins in a project with its agents, moves, and is listed there alone", async () => {
  await using server = await TestServer.start();
  const project = async (name: string) =>
    (await server.call("POST", "/api/projects", { name, agentIds: ["agent_editor"] })).json.id;
  const [oven, stove] = [await project("Oven"), await project("Stove")];
  const begun = await server.call("POST", "/api/conversations", { projectId: oven });
  assert.equal(begun.status, 201, begun.text);
  const { conversation: { id, projectId, participants } } = begun.json;
  assert.deepEqual([projectId, participants.map((one: { agentId: string }) => one.agentId)], [
    oven,
    ["agent_editor"],
  ]);
  const other = await server.call("POST", "/api/conversations", { projectId: oven, agentIds: [] });
  assert.deepEqual(other.json.conversation.participants, [], "whoever says who is in it means it");
  const listed = async (query: string) =>
    (await server.call("GET", `/api/conversations?${query}`)).json.items.map((row: { id: string }) => row.id);
  const second = other.json.conversation.id;
  assert.deepEqual((await listed(`project=${oven}`)).toSorted(), [id, second].toSorted());
  assert.deepEqual(await listed(`project=${stove}`), []);
  const moved = await server.call("PATCH", `/api/conversations/${id}`, { projectId: stove });
  assert.equal(moved.json.conversation.projectId, stove);
  assert.deepEqual([await listed(`project=${oven}`), await listed(`project=${stove}`)], [[second], [id]]);
  const again = await server.call("PATCH", `/api/conversations/${id}`, { projectId: stove });
  assert.equal(again.json.seq, moved.json.seq, "it is there already");
  await server.call("PATCH", `/api/conversations/${id}`, { archived: true });
  assert.deepEqual([await listed(`project=${stove}`), await listed(`project=${stove}&archived=true`)], [
    [],
    [id],
  ]);
  const out = await server.call("PATCH", `/api/conversations/${id}`, { projectId: null, archived: false });
  assert.equal(out.json.conversation.projectId, undefined);
  assert.deepEqual(await listed(`project=${stove}`), []);
  assert.ok((await listed("")).includes(id));
  assert.ok((await listed("")).includes(WELCOME));
  const refused = await server.call("PATCH", `/api/conversations/${id}`, { projectId: "project_nowhere" });
  assert.deepEqual([refused.status, refused.json.errors[0].path], [422, "projectId"]);
  await server.call("DELETE", `/api/projects/${stove}`);
  const away = await server.call("POST", "/api/conversations", { projectId: stove });
  assert.deepEqual([away.status, away.json.errors[0].path], [422, "projectId"]);
});

Deno.test("forks and repetitions are in the project of what they were made of, whenever it came there", async () => {
  await using server = await TestServer.start();
  const { json: { id: oven } } = await server.call("POST", "/api/projects", { name: "Oven" });
  await server.settled(WELCOME);
  await server.call("PATCH", `/api/conversations/${WELCOME}`, { projectId: oven });
  const fork = await server.call("POST", `/api/conversations/${WELCOME}/fork`, { seq: 4 });
  assert.equal(fork.status, 201, fork.text);
  assert.equal(fork.json.conversation.projectId, oven, "it moved after what was copied");
  const again = await server.call("POST", `/api/conversations/${WELCOME}/rerun`, { agents: {} });
  assert.equal(again.json.conversation.projectId, oven);
  const { json: { headers } } = await server.call("GET", `/api/conversations/${WELCOME}`);
  const messageId = headers.find((one: { authorType: string }) => one.authorType === "human")?.id;
  const changed = await server.call("POST", `/api/conversations/${WELCOME}/continue`, {
    messageId,
    content: "Otherwise",
  });
  assert.equal(changed.json.conversation?.projectId, oven, changed.text);
  const { seq } = (await server.call("GET", `/api/conversations/${WELCOME}`)).json;
  await server.call("PATCH", `/api/conversations/${WELCOME}`, { projectId: null });
  const out = await server.call("POST", `/api/conversations/${WELCOME}/fork`, { seq });
  assert.equal(out.json.conversation.projectId, undefined);
});

Deno.test("a note is for a project that is there", async () => {
  await using server = await TestServer.start();
  const { json: { id } } = await server.call("POST", "/api/projects", { name: "Oven" });
  const made = await server.call("POST", "/api/notes", { text: "Grams", projectId: id });
  assert.deepEqual([made.status, made.json.projectId], [201, id]);
  const refused = await server.call("POST", "/api/notes", { text: "Grams", projectId: "project_nowhere" });
  assert.deepEqual([refused.status, refused.json.errors[0].path], [422, "projectId"]);
});

Deno.test("an export has no word of a project: taken in elsewhere, its turns had one that is not there", async () => {
  await using server = await TestServer.start();
  const { json: { id: projectId } } = await server.call("POST", "/api/projects", {
    name: "Oven",
    instructions: "marmalade-7f33",
  });
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agent = { name: "Ada", providerId: provider, model: "echo", color: 1 };
  const agentIds = [(await server.call("POST", "/api/agents", agent)).json.id];
  const begun = await server.call("POST", "/api/conversations", { agentIds, projectId, message: "Well?" });
  const id: string = begun.json.conversation.id;
  const at = `/api/conversations/${id}`;
  await server.settled(id);
  const exported = (await server.call("GET", `${at}/export?format=ndjson`)).text;
  assert.doesNotMatch(exported, /marmalade/);
  const sentOn = async (one: TestServer) => {
    const { items } = (await one.call("GET", `${at}/messages`)).json;
    const turnId = items.findLast((message: { turnId: string | null }) => message.turnId)?.turnId;
    const { calls, memory } = (await one.call("GET", `${at}/turns/${turnId}/request`)).json;
    return [calls[0].proof, calls[0].body?.includes("marmalade-7f33") ?? null, memory.project.instructions];
  };
  assert.deepEqual(await sentOn(server), ["proven", true, "marmalade-7f33"]);
  await using other = await TestServer.start();
  const headers = { "content-type": "application/x-ndjson" };
  assert.equal((await other.call("POST", "/api/import", exported, headers)).status, 201);
  assert.deepEqual(await sentOn(other), ["erased", null, null]);
});
