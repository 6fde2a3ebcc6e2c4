"""The demo's calls: plain and streamed, waiting and async, and one with a mistake."""

import asyncio

from completions import AsyncClient, BadRequestError, Client

CALL = 'client.completions.create(model="demo", prompt="At dusk", max_tokens=8'


def main() -> None:
    """Address and key come from OPENAI_BASE_URL and OPENAI_API_KEY."""
    with Client() as client:
        print(f">>> {CALL})")
        answer = client.completions.create(model="demo", prompt="At dusk", max_tokens=8)
        print(answer.choices[0].text)

        print(f">>> {CALL}, stream=True)")
        with client.completions.create(
            model="demo", prompt="At dusk", max_tokens=8, stream=True
        ) as chunks:
            print(*(chunk.choices[0].text for chunk in chunks), sep=" |")

    asyncio.run(call_async())

    with Client() as client:
        print(f'>>> {CALL}, extra_body={{"temperature": 9}})')
        try:
            client.completions.create(
                model="demo",
                prompt="At dusk",
                max_tokens=8,
                extra_body={"temperature": 9},
            )
        except BadRequestError as error:
            print(f"BadRequestError: {error}")


async def call_async() -> None:
    """The first two calls without blocking."""
    async with AsyncClient() as client:
        print(f">>> await async_{CALL})")
        answer = await client.completions.create(
            model="demo", prompt="At dusk", max_tokens=8
        )
        print(answer.choices[0].text)

        print(f">>> await async_{CALL}, stream=True)")
        async with await client.completions.create(
            model="demo", prompt="At dusk", max_tokens=8, stream=True
        ) as chunks:
            print(*[chunk.choices[0].text async for chunk in chunks], sep=" |")


if __name__ == "__main__":
    main()
