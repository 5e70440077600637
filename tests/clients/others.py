"""Frameworks that speak with makers’ APIs for whoever uses them, each as its own pages say to use it."""

import asyncio
import os
import sys

os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import agents
import anthropic
import litellm
import openai
import pydantic
import pydantic_ai
from langchain_anthropic import ChatAnthropic
from langchain_openai import ChatOpenAI
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

BASE = os.environ["FISHBOWL_URL"]
litellm.suppress_debug_info = True
V1 = f"{BASE}/v1"
QUESTION = "Is this thing on?"
TALK = [{"role": "user", "content": QUESTION}]
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
# Each door by the name under which LiteLLM knows it, and its address there.
LITELLM = {"openai/": V1, "anthropic/": BASE}


def refused(kind, status, run):
    """Runs what has to be refused, with the client's own error."""
    try:
        run()
    except kind as error:
        told = getattr(error, "status_code", None)
        assert told == status, (told, error)
    else:
        raise AssertionError("what cannot be answered was")


async def arefused(kind, status, run):
    """The same for what is awaited."""
    try:
        await run
    except kind as error:
        assert error.status_code == status, error
    else:
        raise AssertionError("what cannot be answered was")


def litellm_chats_streams_counts_and_is_refused():
    for prefix, base in LITELLM.items():
        ask = lambda name, **more: litellm.completion(
            model=f"{prefix}agent/{name}", api_base=base, api_key="any", messages=TALK, num_retries=0, **more
        )
        whole = ask("plain")
        assert whole.choices[0].message.content == QUESTION, whole
        assert whole.usage.prompt_tokens > 0 and whole.usage.completion_tokens > 0, whole
        pieces = list(ask("plain", stream=True, stream_options={"include_usage": True}))
        assert "".join(piece.choices[0].delta.content or "" for piece in pieces if piece.choices) == QUESTION, pieces
        assert pieces[-1].usage.prompt_tokens > 0, pieces[-1]
        refused(litellm.NotFoundError, 404, lambda: ask("nobody"))
        # By the other door LiteLLM asks for a tool in the place of a form.
        if prefix == "openai/":
            refused(litellm.BadRequestError, 400, lambda: ask("plain", response_format={"type": "json_object"}))


def litellm_calls_a_tool_and_goes_on():
    tools = [{"type": "function", "function": {"name": "weather", "parameters": CITY}}]
    for prefix, base in LITELLM.items():
        ask = lambda talk: litellm.completion(
            model=f"{prefix}agent/caller", api_base=base, api_key="any", messages=talk, tools=tools, num_retries=0
        )
        first = ask([{"role": "user", "content": "Rome?"}]).choices[0]
        assert first.finish_reason == "tool_calls", first
        call = first.message.tool_calls[0]
        given = {"role": "tool", "tool_call_id": call.id, "content": "Sunny."}
        second = ask([{"role": "user", "content": "Rome?"}, first.message, given])
        assert second.choices[0].message.content == "weather says: Sunny.", second


def langchain_models(name):
    return [
        ChatOpenAI(model=f"agent/{name}", base_url=V1, api_key="any", max_retries=0, stream_usage=True),
        ChatOpenAI(model=f"agent/{name}", base_url=V1, api_key="any", max_retries=0, use_responses_api=True),
        ChatAnthropic(model=f"agent/{name}", base_url=BASE, api_key="any", max_retries=0, max_tokens=500),
    ]


def langchain_chats_streams_counts_and_is_refused():
    for model, nobody in zip(langchain_models("plain"), langchain_models("nobody")):
        whole = model.invoke(QUESTION)
        assert whole.text == QUESTION, whole
        assert whole.usage_metadata["input_tokens"] > 0 and whole.usage_metadata["output_tokens"] > 0, whole
        pieces = list(model.stream(QUESTION))
        assert "".join(piece.text for piece in pieces) == QUESTION, pieces
        total = pieces[0]
        for piece in pieces[1:]:
            total += piece
        assert total.usage_metadata["input_tokens"] > 0 and total.usage_metadata["output_tokens"] > 0, total
        refused((openai.NotFoundError, anthropic.NotFoundError), 404, lambda: nobody.invoke(QUESTION))


def langchain_calls_a_tool_and_makes_an_object():
    class Answer(pydantic.BaseModel):
        """What is said of a place."""

        city: str
        days: int

    def weather(city: str) -> str:
        """Tells the weather."""
        return "Sunny."

    for model in langchain_models("caller"):
        bound = model.bind_tools([weather])
        first = bound.invoke("Rome?")
        assert [call["args"] for call in first.tool_calls] == [{"city": "Rome?"}], first
        given = {"role": "tool", "tool_call_id": first.tool_calls[0]["id"], "content": "Sunny."}
        second = bound.invoke([{"role": "user", "content": "Rome?"}, first, given])
        assert second.text == "weather says: Sunny.", second
        made = model.with_structured_output(Answer, method="function_calling").invoke("Rome?")
        assert made == Answer(city="Rome?", days=1), made


def pydantic_models(name):
    provider = OpenAIProvider(base_url=V1, api_key="any")
    claude = AnthropicProvider(anthropic_client=anthropic.AsyncAnthropic(base_url=BASE, api_key="any", max_retries=0))
    return [
        OpenAIChatModel(f"agent/{name}", provider=provider),
        OpenAIResponsesModel(f"agent/{name}", provider=provider),
        AnthropicModel(f"agent/{name}", provider=claude),
    ]


async def pydantic_ai_chats_streams_counts_and_is_refused():
    for model, nobody in zip(pydantic_models("plain"), pydantic_models("nobody")):
        asked = pydantic_ai.Agent(model, instructions="Be plain.")
        whole = await asked.run(QUESTION)
        assert whole.output == QUESTION, whole
        assert whole.usage.input_tokens > 0 and whole.usage.output_tokens > 0, whole.usage
        text = ""
        async with asked.run_stream(QUESTION) as run:
            async for piece in run.stream_text(delta=True, debounce_by=None):
                text += piece
            assert run.usage.input_tokens > 0 and run.usage.output_tokens > 0, run.usage
        assert text == QUESTION, text
        again = await asked.run("Sure?", message_history=whole.all_messages())
        assert again.output == "Sure?", again
        await arefused(pydantic_ai.ModelHTTPError, 404, pydantic_ai.Agent(nobody).run(QUESTION))


async def pydantic_ai_calls_a_tool_and_makes_an_object():
    class Answer(pydantic.BaseModel):
        city: str
        days: int

    for model in pydantic_models("caller"):
        asked = pydantic_ai.Agent(model)
        heard = []

        @asked.tool_plain
        def weather(city: str) -> str:
            """Tells the weather."""
            heard.append(city)
            return "Sunny."

        assert (await asked.run("Rome?")).output == "weather says: Sunny."
        assert heard == ["Rome?"], heard
        made = (await pydantic_ai.Agent(model, output_type=Answer).run("Rome?")).output
        assert made == Answer(city="Rome?", days=1), made


def openai_agents_models(name):
    client = openai.AsyncOpenAI(base_url=V1, api_key="any", max_retries=0)
    return [
        agents.OpenAIResponsesModel(model=f"agent/{name}", openai_client=client),
        agents.OpenAIChatCompletionsModel(model=f"agent/{name}", openai_client=client),
    ]


async def openai_agents_chat_stream_count_and_are_refused():
    settings = agents.ModelSettings(store=False, response_include=["reasoning.encrypted_content"], include_usage=True)
    for model, nobody in zip(openai_agents_models("plain"), openai_agents_models("nobody")):
        asked = agents.Agent(name="Asked", instructions="Be plain.", model=model, model_settings=settings)
        whole = await agents.Runner.run(asked, QUESTION)
        assert whole.final_output == QUESTION, whole
        assert whole.context_wrapper.usage.input_tokens > 0, whole.context_wrapper.usage
        run = agents.Runner.run_streamed(asked, QUESTION)
        text = ""
        async for event in run.stream_events():
            if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
                text += event.data.delta
        assert text == run.final_output == QUESTION, (text, run.final_output)
        # What was said is sent back as it was read.
        again = await agents.Runner.run(asked, [*whole.to_input_list(), {"role": "user", "content": "Sure?"}])
        assert again.final_output == "Sure?", again
        await arefused(openai.NotFoundError, 404, agents.Runner.run(asked.clone(model=nobody), QUESTION))


async def openai_agents_call_a_tool_and_are_refused_a_form():
    @agents.function_tool
    def weather(city: str) -> str:
        """Tells the weather."""
        return "Sunny."

    class Answer(pydantic.BaseModel):
        city: str

    for model in openai_agents_models("caller"):
        asked = agents.Agent(name="Asked", instructions="Be plain.", model=model, tools=[weather])
        answer = await agents.Runner.run(asked, "weather in Rome?")
        assert answer.final_output == "weather says: Sunny.", answer
        # Practice agents answer in no form that is prescribed.
        formed = agents.Agent(name="Formed", model=model, output_type=Answer)
        await arefused(openai.BadRequestError, 400, agents.Runner.run(formed, "Rome?"))


TESTS = [
    litellm_chats_streams_counts_and_is_refused,
    litellm_calls_a_tool_and_goes_on,
    langchain_chats_streams_counts_and_is_refused,
    langchain_calls_a_tool_and_makes_an_object,
    pydantic_ai_chats_streams_counts_and_is_refused,
    pydantic_ai_calls_a_tool_and_makes_an_object,
    openai_agents_chat_stream_count_and_are_refused,
    openai_agents_call_a_tool_and_are_refused_a_form,
]


async def main():
    """All in one loop: the frameworks keep their connections from one call to the next."""
    failed = 0
    for test in TESTS:
        try:
            done = test()
            if asyncio.iscoroutine(done):
                await done
            print(f"{test.__name__} ... ok")
        except Exception as error:  # whatever goes wrong is a failed test, and the next one runs
            failed += 1
            print(f"{test.__name__} ... FAILED: {type(error).__name__}: {error}")
    print(f"{'FAILED' if failed else 'ok'} | {len(TESTS) - failed} passed | {failed} failed")
    return 1 if failed else 0


sys.exit(asyncio.run(main()))
