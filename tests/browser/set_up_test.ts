/** A server for a team, from its first start: the code, the password, the door. */
import assert from "node:assert/strict";
import { browserTest, firstVisit, goWithin, picture, type Size, SIZES } from "./harness.ts";
import { ServerHere } from "./server_here.ts";
import { becomes, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const PUBLIC = ["--host", "0.0.0.0", "--allowed-host", "localhost"];
const PASSWORD = "correct horse battery";

firstVisit(
  "SECURITY 4: on a public address the code that is told opens the door once; after that the password does",
  async (bowl) => {
    const { server } = bowl;
    assert.ok(server instanceof ServerHere);
    const code = server.code ?? "";
    assert.match(code, /^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
    const page = await bowl.open("/c/conversation_welcome");
    await page.getByRole("heading", { name: "Set up Fishbowl" }).waitFor();
    await becomes(() => page.getByRole("textbox", { name: "Message", exact: true }).count(), 0);
    // One can type at once.
    await page.waitForFunction(() =>
      document.activeElement?.closest("label")?.textContent?.includes("One-time")
    );
    await picture(page, "set-up");
    await check(page, "set-up");

    const fill = async (given: string, password: string, again = password) => {
      await page.getByLabel("One-time code").fill(given);
      await page.getByLabel("New password").fill(password);
      await page.getByLabel("The password again").fill(again);
      await page.keyboard.press("Enter");
    };
    await fill(code, PASSWORD, "something else");
    await page.getByRole("alert").getByText("The two passwords are not the same.").waitFor();
    await fill("AAAAA-AAAAA", PASSWORD);
    await page.getByRole("alert").getByText("The code is not right.").waitFor();
    await fill(code.toLowerCase().replace("-", " "), PASSWORD);
    await settled(page, 3);
    await send(page, "Are we in?");
    await settled(page, 6);

    const stranger = await bowl.open("/");
    await stranger.getByRole("button", { name: "Sign in" }).waitFor();
    await picture(stranger, "login");
    await check(stranger, "login");
    await stranger.getByLabel("Password").fill("a wrong guess");
    await stranger.keyboard.press("Enter");
    await stranger.getByRole("alert").getByText("The password is not right.").waitFor();
    await stranger.getByLabel("Password").fill(PASSWORD);
    await stranger.keyboard.press("Enter");
    await stranger.locator("article.mine", { hasText: "Are we in?" }).waitFor();

    // The password is changed in one browser: the other is asked for it, without being told to reload.
    await goWithin(page, "/settings/password");
    await page.getByLabel("Present password").fill(PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill("another password");
    await page.getByLabel("The new password again").fill("another password");
    await check(page, "password");
    await picture(page, "password");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("Changed. Everybody else signs in anew.").waitFor();
    await stranger.getByRole("button", { name: "Sign in" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();

    const port = Number(new URL(bowl.address).port);
    await Promise.all([page.close(), stranger.close()]);
    await server.end();
    await server.start(port);
    assert.equal(server.code, null, "a server with a password has no code to tell");
    const later = await bowl.open("/");
    await later.getByRole("button", { name: "Sign in" }).waitFor();
  },
  PUBLIC,
);

browserTest("the set-up page is readable in the dark", async (bowl) => {
  const page = await bowl.open("/", { scheme: "dark" });
  for (const size of ["wide", "narrow"] satisfies Size[]) {
    await page.setViewportSize(SIZES[size]);
    await page.getByRole("heading", { name: "Set up Fishbowl" }).waitFor();
    await check(page, `set-up, ${size}`);
    await picture(page, `set-up-dark-${size}`);
  }
}, PUBLIC);
